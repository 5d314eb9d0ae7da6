import { writePanel, type Panel } from '../../domain/embeds/clinical-panel';

/** The state in a page's URL. */
export interface Here {
  readonly token: string;
  readonly panel: Panel;
  readonly isMapExpanded: boolean;
}

/** Returns the query fields of a page's URL, in order. They hold its full state. */
export function fieldsOf({ token, panel, isMapExpanded }: Here): ReadonlyArray<readonly [string, string]> {
  return [
    ['token', token],
    ['tab', panel.tab.name],
    ['panel', writePanel(panel)],
    ['map', isMapExpanded ? 'expanded' : 'collapsed'],
  ];
}

/** Returns the relative URL of the page with a changed state. */
export function linkTo(
  here: Here,
  change: Partial<Panel> & { readonly isMapExpanded?: boolean } = {},
): string {
  const { isMapExpanded = here.isMapExpanded, ...panel } = change;
  const fields = fieldsOf({ ...here, isMapExpanded, panel: { ...here.panel, ...panel } });
  return `?${new URLSearchParams(fields.map(([name, value]) => [name, value])).toString()}`;
}
