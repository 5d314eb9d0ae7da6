/** The head of a page that is meant for paper: its title, and the button that prints it. */
export function PrintHead({ title }: { readonly title: string }) {
  return (
    <div class="head">
      <h1>{title}</h1>
      <p class="aside noprint">
        <button type="button" data-print hidden>
          Print
        </button>
      </p>
    </div>
  );
}
