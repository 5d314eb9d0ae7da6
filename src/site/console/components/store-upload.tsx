/** A form that uploads a file from the browser directly to the store. */
import type { ComponentChildren } from 'preact';

interface StoreUploadParts {
  readonly id: string;
  readonly label: string;
  readonly button: string;
  readonly bytesMax: number;
  /** The types that the file dialog offers; any if absent. */
  readonly accept?: string;
  readonly form: { readonly url: string; readonly fields: Readonly<Record<string, string>> };
  /** Whether it is the main form of its page. */
  readonly isMain?: boolean;
  readonly children?: ComponentChildren;
}

function sizeOf(bytes: number): string {
  const megabytes = bytes / 1024 ** 2;
  return megabytes >= 1024 ? `${megabytes / 1024} GB` : `${megabytes} MB`;
}

/** Returns what is wrong with a file that the store would refuse, and what to do. */
function tooLargeWords(bytesMax: number, accept: string | undefined): string {
  const isScan = accept?.includes('.pdf') === true;
  return (
    `This file is larger than ${sizeOf(bytesMax)}. ` +
    (isScan ? 'Scan in grayscale at 200 to 300 dpi, and choose that file.' : 'Choose a smaller one.')
  );
}

/** The form goes to the store with its own permission; the file must be its last field. */
export function StoreUpload(parts: StoreUploadParts) {
  const { id, label, button, bytesMax, accept, form, isMain = true, children } = parts;
  return (
    <form method="post" action={form.url} encType="multipart/form-data" aria-label={button}>
      {Object.entries(form.fields).map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
      <div class="field">
        <label for={id}>{label}</label>
        <input
          id={id}
          type="file"
          name="file"
          required
          accept={accept}
          aria-describedby={`${id}-hint`}
          data-bytes-max={bytesMax}
          data-too-large={tooLargeWords(bytesMax, accept)}
        />
        <p id={`${id}-hint`} class="muted small">
          Up to {sizeOf(bytesMax)}. {children}
        </p>
      </div>
      <button type="submit" class={isMain ? 'main' : undefined}>
        {button}
      </button>
    </form>
  );
}
