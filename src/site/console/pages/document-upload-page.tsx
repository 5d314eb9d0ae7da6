/** `…/documents/{document}/upload`: uploads a document of a record request to the store. */
import { Facts, type Links } from '../../components/display';
import type { Viewer } from '../../visit';
import { renderConsolePage, type ShownPlace } from '../components/page';
import { StoreUpload } from '../components/store-upload';

/** The content of the page. */
export interface DocumentUploadShown {
  readonly fileName: string;
  readonly form: Parameters<typeof StoreUpload>[0]['form'];
  readonly bytesMax: number;
  readonly crumbs: Links;
}

/** Renders the page. Its title has no patient data. */
export function renderDocumentUploadPage(
  viewer: Viewer,
  place: ShownPlace,
  { fileName, form, bytesMax, crumbs }: DocumentUploadShown,
): string {
  return renderConsolePage({
    title: 'Upload document',
    viewer,
    place,
    section: 'patients',
    crumbs,
    children: (
      <>
        <h1>Upload document</h1>
        <Facts facts={[['File name', fileName]]} />
        <StoreUpload
          id="file"
          label="File on your computer"
          button="Upload document"
          bytesMax={bytesMax}
          form={form}
        >
          Then you return to the record request.
        </StoreUpload>
      </>
    ),
  });
}
