/** The keyboard shortcuts, in the Help menu. Only the script has them, so without it they aren't shown. */
const shortcuts = [
  ['/', 'Search'],
  ['g h', 'Go to Home'],
  ['g r', 'Go to Record requests'],
  ['g p', 'Go to Patients'],
  ['g i', 'Go to Bulk imports'],
  ['j', 'Next row of a list'],
  ['k', 'Previous row'],
  ['x', 'Select the row'],
  ['c', 'Add or create, where the page offers it'],
  ['?', 'Open or close this menu'],
] as const;

/** Lists the shortcuts, with the button that turns them off for this browser (WCAG 2.1.4). */
export function Shortcuts() {
  return (
    <div data-keys hidden>
      <p class="small">
        <strong>Keyboard shortcuts</strong>
      </p>
      <dl class="keys small">
        {shortcuts.map(([keys, text]) => (
          <>
            <dt>
              {keys.split(' ').map(key => (
                <kbd>{key}</kbd>
              ))}
            </dt>
            <dd>{text}</dd>
          </>
        ))}
      </dl>
      <button type="button">Turn off keyboard shortcuts</button>
    </div>
  );
}
