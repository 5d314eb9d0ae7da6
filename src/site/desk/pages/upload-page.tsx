/** `/desk/requests/{request}/uploads/{upload}`: uploads a file to the store, to be attached from there. */
import { Facts } from '../../components/display';
import { renderDeskPage } from '../components/desk-page';
import type { Viewer } from '../../visit';
import { deskPath } from '../paths';

/** The content of the page. */
export interface UploadShown {
  readonly requestUid: string;
  /** The facility of the request. */
  readonly siteName: string;
  readonly fileName: string;
  readonly attachedAs: 'deliverable' | 'document' | 'attachment' | 'invoice';
  readonly bytesMax: number;
  readonly form: { readonly url: string; readonly fields: Readonly<Record<string, string>> };
}

const attachedNames: Readonly<Record<UploadShown['attachedAs'], string>> = {
  deliverable: 'Deliverable',
  document: 'Document',
  attachment: 'Attachment',
  invoice: 'Invoice of a fee',
};

/** Renders the upload form. It goes to the store with its own permission; the file must be its last field. */
export function renderUploadPage(viewer: Viewer, shown: UploadShown): string {
  const { requestUid, siteName, fileName, attachedAs, bytesMax, form } = shown;
  return renderDeskPage({
    title: 'File upload',
    viewer,
    section: 'queue',
    crumbs: [[siteName, deskPath('requests', requestUid)]],
    children: (
      <>
        <h1>File upload</h1>
        <Facts
          facts={[
            ['File name', fileName],
            ['File type', attachedNames[attachedAs]],
          ]}
        />
        <form method="post" action={form.url} encType="multipart/form-data" aria-label="Upload file">
          {Object.entries(form.fields).map(([name, value]) => (
            <input type="hidden" name={name} value={value} />
          ))}
          <div class="field">
            <label for="file">File on your computer</label>
            <input id="file" type="file" name="file" required aria-describedby="file-hint" />
            <p id="file-hint" class="muted small">
              Up to {bytesMax / 1024 ** 3} GB.{' '}
              {attachedAs === 'invoice' ? '' : 'To attach a larger file, use the admin command. '}
              The file is uploaded directly to the file store. Then you return to the record request, and the
              file is attached.
            </p>
          </div>
          <button type="submit" class="main">
            Upload file
          </button>
        </form>
      </>
    ),
  });
}
