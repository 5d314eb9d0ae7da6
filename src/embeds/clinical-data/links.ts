import { writePanel, type Panel } from '../../domain/embeds/clinical-panel';

/** What the addresses of a page are made of. */
export interface Here {
  readonly token: string;
  readonly panel: Panel;
  readonly isMapExpanded: boolean;
}

/** What stands in the address of a page, in the order of its fields; it says all of the state. */
export function fieldsOf({ token, panel, isMapExpanded }: Here): ReadonlyArray<readonly [string, string]> {
  return [
    ['token', token],
    ['tab', panel.tab.name],
    ['panel', writePanel(panel)],
    ['map', isMapExpanded ? 'expanded' : 'collapsed'],
  ];
}

/** The address of the page with another state, relative to its own. */
export function linkTo(
  here: Here,
  change: Partial<Panel> & { readonly isMapExpanded?: boolean } = {},
): string {
  const { isMapExpanded = here.isMapExpanded, ...panel } = change;
  const fields = fieldsOf({ ...here, isMapExpanded, panel: { ...here.panel, ...panel } });
  return `?${new URLSearchParams(fields.map(([name, value]) => [name, value])).toString()}`;
}
