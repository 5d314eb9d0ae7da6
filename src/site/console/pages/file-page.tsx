/** `…/record-requests/{request}/files/{file}`: a file, with what can be done with it. */
import { Facts, Instant, MessageNotice, sizeText, type Links, type Message } from '../../components/display';
import { Form, TextField, type FieldProblems } from '../../components/form';
import type { Viewer } from '../../visit';
import { renderConsolePage, type ShownPlace } from '../components/page';

/** The content of the page. */
export interface FileShown {
  readonly fileName: string;
  readonly sizeBytes: number;
  readonly lastModifiedAt: Date;
  readonly uploadedBy: string | undefined;
  /** The path of the page, which the forms are below. */
  readonly path: string;
  readonly downloadPath: string;
  readonly hasPages: boolean;
  readonly mayRename: boolean;
  readonly mayDelete: boolean;
  readonly crumbs: Links;
  readonly message: Message | undefined;
  readonly typedName: string;
  readonly problems: FieldProblems | undefined;
}

/** Renders the page. Its title has no patient data. */
export function renderFilePage(viewer: Viewer, place: ShownPlace, shown: FileShown): string {
  const { fileName, path, message, problems } = shown;
  return renderConsolePage({
    title: 'File',
    viewer,
    place,
    section: 'patients',
    crumbs: shown.crumbs,
    children: (
      <>
        <h1>{fileName}</h1>
        <MessageNotice message={message} />
        <p class="line">
          {shown.hasPages ? (
            <a class="button main" href={`${path}/pages/1`}>
              View pages
            </a>
          ) : null}
          <a class="button" href={shown.downloadPath}>
            Download
          </a>
        </p>
        <Facts
          facts={[
            ['Size', sizeText(shown.sizeBytes)],
            ['Received', <Instant at={shown.lastModifiedAt} />],
            ...(shown.uploadedBy === undefined ? [] : [['From', shown.uploadedBy] as const]),
          ]}
        />
        {shown.mayRename ? (
          <Form action={`${path}/rename`} label="Rename file" problems={problems}>
            <TextField id="name" name="name" label="New name" value={shown.typedName} max={255} isRequired />
            <button type="submit">Rename file</button>
          </Form>
        ) : null}
        {shown.mayDelete ? (
          <details class="more">
            <summary>Delete file</summary>
            <div>
              <p>The file is deleted permanently. You can't undo this.</p>
              <Form action={`${path}/delete`} label="Delete file">
                <button type="submit" class="danger">
                  Delete file
                </button>
              </Form>
            </div>
          </details>
        ) : null}
      </>
    ),
  });
}
