/** The icons of the console and the desk, drawn by us: 16 by 16, always next to a word. */

const paths = {
  home: 'M2 8l6-5 6 5M4 7v6h8V7M7 13v-3h2v3',
  requests: 'M4 2h6l3 3v9H4zM10 2v3h3M6 8h5M6 11h5',
  patients: 'M8 8a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM2.5 14c.6-3 2.7-4 5.5-4s4.9 1 5.5 4',
  imports: 'M8 2v7M5 6l3 3 3-3M2 10v4h12v-4',
  keys: 'M10.5 9a3.5 3.5 0 1 0-3.3-2.3L2 12v2h2l1-1v-1h1l1.5-1.5M11 5h.01',
  endpoints: 'M6 5a3 3 0 1 1 3.5 3L8 11M10 12a3 3 0 1 1-4-2.8M9.5 11.5H13',
  inbox: 'M2 9l2-6h8l2 6v4H2zM2 9h4l1 2h2l1-2h4',
  scenarios: 'M6 2h4M7 2v4L2.5 13.5h11L9 6V2M5 10h6',
  projects: 'M2 4h4l1.5 2H14v7H2z',
  members:
    'M6 7a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM1.5 13c.3-2.5 2-3.5 4.5-3.5s4.2 1 4.5 3.5' +
    'M10.5 2.5a2.5 2.5 0 0 1 0 4.5M12.5 9.7c1.2.6 1.9 1.7 2 3.3',
  notifications: 'M2 4h12v9H2zM2 5l6 4 6-4',
  apiLog: 'M2 3h12v10H2zM4.5 6l2 2-2 2M8.5 10h3',
  usage: 'M2 14h12M4 12V8M8 12V4M12 12V6',
  audit: 'M3 2h10v12H3zM6 5h4M6 8h4M6 11h2',
  search: 'M7 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM10 10l4 4',
  help: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM6.3 6.3a1.7 1.7 0 1 1 2.4 1.6c-.5.2-.7.5-.7 1.1M8 11h.01',
  menu: 'M2 4h12M2 8h12M2 12h12',
} as const;

/** The name of an icon. */
export type IconName = keyof typeof paths;

/** An icon. Screen readers skip it: the word next to it says the same. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false">
      <path d={paths[name]} />
    </svg>
  );
}

/** The mark of recordwell: a record with a check. */
export function Mark() {
  return (
    <svg class="logo" viewBox="0 0 16 16" width="20" height="20" aria-hidden="true" focusable="false">
      <rect width="16" height="16" rx="3" />
      <path d="M4 8.5l3 3 5-7" />
    </svg>
  );
}
