/** `/desk/requests/{request}/uploads/{upload}`: sends a file to the store, from where it is attached. */
import { Facts } from '../../components/display';
import { renderDeskPage } from '../components/desk-page';
import type { Viewer } from '../../visit';
import { deskPath } from '../paths';

/** What the page shows. */
export interface UploadShown {
  readonly requestUid: string;
  readonly fileName: string;
  readonly attachedAs: string;
  readonly bytesMax: number;
  readonly form: { readonly url: string; readonly fields: Readonly<Record<string, string>> };
}

/** The form goes to the store and carries its own permission; the file has to be the last of its fields. */
export function renderUploadPage(viewer: Viewer, shown: UploadShown): string {
  const { requestUid, fileName, attachedAs, bytesMax, form } = shown;
  return renderDeskPage({
    title: 'Upload a file',
    viewer,
    section: 'queue',
    crumbs: [['Record request', deskPath('requests', requestUid)]],
    children: (
      <>
        <h1>Upload the file</h1>
        <Facts
          facts={[
            ['Downloads as', fileName],
            ['It is', attachedAs],
          ]}
        />
        <form method="post" action={form.url} encType="multipart/form-data" aria-label="Upload the file">
          {Object.entries(form.fields).map(([name, value]) => (
            <input type="hidden" name={name} value={value} />
          ))}
          <div class="field">
            <label for="file">The file on your machine</label>
            <input id="file" type="file" name="file" required aria-describedby="file-hint" />
            <p id="file-hint" class="muted small">
              {bytesMax / 1024 ** 3} GiB at most; attach a larger one by the admin command. It goes to the
              store of files itself. When it is there, you are led back, and it is attached.
            </p>
          </div>
          <button type="submit" class="main">
            Upload
          </button>
        </form>
      </>
    ),
  });
}
