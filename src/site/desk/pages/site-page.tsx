/** `/desk/sites/{site}`: a site that a customer named, its possible matches, and the decision. */
import type { QueueItem } from '../../../domain/desk/queue';
import type { Environment } from '../../../domain/projects/project';
import { Form } from '../../components/form';
import { Empty, Facts, Instant, Pill, Table, type Message } from '../../components/display';
import { renderDeskPage } from '../components/desk-page';
import type { Viewer } from '../../visit';
import { Assignment } from '../components/assignment';
import { deskPath } from '../paths';

/** A facility of the directory that may be the site. */
interface ShownCandidate {
  readonly uid: string;
  readonly likelihood: 'same' | 'likely' | 'possible';
  readonly name: string;
  readonly address: string;
  readonly npi: string | null;
  readonly phone: string | null;
  readonly fax: string | null;
}

/** The content of the page. */
export interface SiteShown {
  readonly site: {
    readonly uid: string;
    readonly companyId: string;
    readonly environment: Environment;
    readonly standing: 'directory' | 'unverified' | 'verified' | 'linked' | 'merged';
    readonly name: string;
    readonly address: string;
    readonly npi: string | null;
    readonly phone: string | null;
    readonly fax: string | null;
    readonly createdAt: Date;
  };
  readonly standsFor: { readonly uid: string; readonly name: string } | undefined;
  readonly visits: number;
  readonly recordRequests: number;
  readonly candidates: readonly ShownCandidate[];
  readonly item: QueueItem | undefined;
  readonly operatorUid: string;
  readonly message: Message | undefined;
}

const standingNames: Readonly<Record<SiteShown['site']['standing'], string>> = {
  directory: 'In the directory',
  unverified: 'Unverified',
  verified: 'Verified',
  linked: 'Linked',
  merged: 'Merged',
};

const likelihoodNames: Readonly<Record<ShownCandidate['likelihood'], string>> = {
  same: 'Same',
  likely: 'Likely',
  possible: 'Possible',
};

function Candidates({ site, candidates }: Pick<SiteShown, 'site' | 'candidates'>) {
  if (candidates.length === 0)
    return (
      <Empty>
        <h3>No matching facilities nearby</h3>
        <p>
          If the facility is real, verify it. To search the directory by another name or address, use the
          admin command <code>site find</code>.
        </p>
      </Empty>
    );
  return (
    <Table
      caption="Possible matches"
      headings={['Facility', 'Match', 'Address', 'NPI', 'Phone and fax', 'Action']}
      rows={candidates.map(({ uid, likelihood, name, address, npi, phone, fax }) => [
        name,
        <Pill tone={likelihood === 'same' ? 'passed' : 'neutral'}>{likelihoodNames[likelihood]}</Pill>,
        address,
        npi ?? '–',
        [phone, fax].filter(Boolean).join(', ') || '–',
        <Form action={deskPath('sites', site.uid, 'link')} label={`Link to ${name}, ${address}`}>
          <input type="hidden" name="facility" value={uid} />
          <button type="submit">Link to this facility</button>
        </Form>,
      ])}
    />
  );
}

const undoings = {
  verified: {
    act: 'unverify',
    text: 'This facility is verified. If you undo this, it returns to the work queue.',
    button: 'Undo verification',
  },
  linked: {
    act: 'unlink',
    text:
      'This facility is linked to one in the directory. If you unlink it, its visits and record requests ' +
      'come back to it.',
    button: 'Unlink facility',
  },
  merged: {
    act: 'unmerge',
    text:
      'This facility is merged into another one. If you unmerge it, its visits and record requests come ' +
      'back to it.',
    button: 'Unmerge facility',
  },
} as const;

function Decision({ site, candidates }: Pick<SiteShown, 'site' | 'candidates'>) {
  const { standing, uid } = site;
  if (standing === 'directory') return <p>This facility is in the directory. There is nothing to decide.</p>;
  if (standing !== 'unverified') {
    const { act, text, button } = undoings[standing];
    return (
      <Form action={deskPath('sites', uid, act)} label={button}>
        <p>{text}</p>
        <button type="submit">{button}</button>
      </Form>
    );
  }
  return (
    <>
      <Candidates site={site} candidates={candidates} />
      <Form action={deskPath('sites', uid, 'verify')} label="Verify facility">
        <p>
          {candidates.length === 0 ? null : 'If the facility is real and none of these match, verify it. '}
          Only this customer sees a verified facility.
        </p>
        <button type="submit" class="main" accesskey="a">
          Verify facility
        </button>
      </Form>
    </>
  );
}

/** Renders the page of a site. */
export function renderSitePage(viewer: Viewer, shown: SiteShown): string {
  const { site, standsFor, visits, recordRequests, candidates, item, operatorUid, message } = shown;
  return renderDeskPage({
    title: 'Facility',
    viewer,
    section: 'queue',
    crumbs: [['Facilities to verify', `${deskPath()}?kind=site`]],
    message,
    children: (
      <>
        <div class="head">
          <h1>{site.name}</h1>
          <Pill tone={site.standing === 'unverified' ? 'warning' : 'passed'}>
            {standingNames[site.standing]}
          </Pill>
          <Assignment kind="site" uid={site.uid} item={item} operatorUid={operatorUid} />
        </div>
        <Facts
          facts={[
            ['Address', site.address],
            ['NPI', site.npi ?? '–'],
            ['Phone', site.phone ?? '–'],
            ['Fax', site.fax ?? '–'],
            ['Company', `${site.companyId}, ${site.environment}`],
            ['Visits', visits],
            ['Record requests', recordRequests],
            ['Added', <Instant at={site.createdAt} />],
            ...(standsFor === undefined
              ? []
              : [
                  [
                    site.standing === 'merged' ? 'Merged into' : 'Linked to',
                    <a href={deskPath('sites', standsFor.uid)}>{standsFor.name}</a>,
                  ] as const,
                ]),
          ]}
        />
        <section class="part" aria-labelledby="decision">
          <h2 id="decision">Decision</h2>
          <Decision site={site} candidates={candidates} />
        </section>
      </>
    ),
  });
}
