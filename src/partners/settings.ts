/** The settings of partners. */
import { z } from 'zod';
import { projectPurposes } from '../domain/projects/project';
import { partnerDemands } from '../domain/purposes/purpose-of-use';
import { searchKinds } from '../domain/searches/search';

/** The name of a partner: part of its place in the object store, of workflow ids, and of log lines. */
const partnerName = z.string().regex(/^[a-z0-9][a-z0-9-]{0,30}$/, 'must be 1 to 31 of a-z 0-9 -');
const exchangeParty = z.string().regex(/^[A-Z0-9_-]{1,20}$/);

const searchPartnerSettings = z
  .strictObject({
    rosters: z
      .array(
        z.strictObject({
          name: partnerName,
          /** Our and the partner's names in the files. */
          senderId: exchangeParty,
          receiverId: exchangeParty,
          usage: z.enum(['T', 'P']).default('P'),
          /** How long submissions are collected for one file. */
          collectSeconds: z.number().int().min(1).max(86_400).default(60),
          /** The purposes that its contract with us covers: it isn't asked for any other. */
          servesPurposes: z.array(z.enum(projectPurposes)).min(1).readonly(),
          /** The required basis of a request besides its purpose. */
          requires: z.enum(partnerDemands),
          answerWithinHours: z.number().int().min(1).max(2_160).default(168),
          /**
           * A JSON file with `endpoint`, `region`, `bucket`, `accessKeyId`, `secretAccessKey`, if the
           * exchange isn't in our own bucket: a mounted secret, named here and read only by the worker.
           */
          credentialsFile: z.string().min(1).optional(),
        }),
      )
      .max(100),
    routes: z
      .array(
        z.strictObject({
          search: z.enum(searchKinds),
          /** Absent for every company without its own route. */
          company: z.string().optional(),
          partner: partnerName,
        }),
      )
      .max(10_000),
  })
  .refine(
    ({ rosters, routes }) => routes.every(({ partner }) => rosters.some(({ name }) => name === partner)),
    'has a route to a partner that is not among the rosters',
  )
  .refine(
    ({ rosters }) => new Set(rosters.map(({ name }) => name)).size === rosters.length,
    'names a roster twice',
  );

/** The partners that answer the searches of live projects, by job and company. */
export type SearchPartnerSettings = z.output<typeof searchPartnerSettings>;

const line = (lengthMax: number) => z.string().trim().min(1).max(lengthMax);

const outreachSettings = z.strictObject({
  /** The sender, at the top of the letter. */
  sender: z.strictObject({
    name: line(100),
    addressLines: z.array(line(100)).min(1).max(4).readonly(),
    phone: line(30).optional(),
    fax: line(30).optional(),
  }),
  /** Where and how the facility answers, one paragraph each. */
  returnInstructions: z.array(line(300)).min(1).max(8).readonly(),
  sendWithinDays: z.number().int().min(1).max(60).default(2),
  /** A facility has 30 days for a patient's request (45 CFR 164.524(b)(2)). */
  answerWithinDays: z.number().int().min(1).max(180).default(30),
});

/** The protocols of EHR channels. A new one is an entry here and in `ehr/adapters.ts`. */
const ehrChannelKinds = ['http'] as const;

const facilityChannelSettings = z.strictObject({
  /** Not a name with another meaning in the same place. */
  name: partnerName.refine(
    name => !['sandbox', 'outreach', 'operator'].includes(name),
    'is a name of our own',
  ),
  /** Its adapter (`ehr/adapters.ts`). */
  kind: z.enum(ehrChannelKinds).default('http'),
  endpoint: z.url({ protocol: /^https?$/ }),
  /** A JSON file with `token`: a mounted secret, named here and read only by the worker. */
  credentialsFile: z.string().min(1),
  servesPurposes: z.array(z.enum(projectPurposes)).min(1).readonly(),
  requires: z.enum(partnerDemands),
  /**
   * The most days of service that one ask may cover; absent for any. A long life then takes some hundred
   * asks.
   */
  daysMax: z.number().int().min(90).max(36_500).optional(),
});

/** A system that returns the documents of facilities. */
export type FacilityChannelSettings = z.output<typeof facilityChannelSettings>;

const facilityChannelsSettings = z
  .strictObject({
    channels: z.array(facilityChannelSettings).max(100),
    routes: z
      .array(
        z.strictObject({
          channel: partnerName,
          /** Absent for every company. */
          company: z.string().optional(),
          /** The facilities that it reaches; absent for every one. */
          npis: z
            .array(z.string().regex(/^\d{10}$/))
            .min(1)
            .max(10_000)
            .readonly()
            .optional(),
        }),
      )
      .max(10_000),
  })
  .refine(
    ({ channels, routes }) => routes.every(({ channel }) => channels.some(({ name }) => name === channel)),
    'has a route to a channel that is not among the channels',
  )
  .refine(
    ({ channels }) => new Set(channels.map(({ name }) => name)).size === channels.length,
    'names a channel twice',
  );

/** The protocols of research sources. A new one is an entry here and in `research/adapters.ts`. */
const researchSourceKinds = ['http'] as const;

const researchSourceSettings = z.strictObject({
  name: partnerName.refine(name => !['directory', 'sandbox'].includes(name), 'is a name of our own'),
  /** Its adapter (`research/adapters.ts`). */
  kind: z.enum(researchSourceKinds).default('http'),
  endpoint: z.url({ protocol: /^https?$/ }),
  /** A JSON file with `token`: a mounted secret, named here and read only by the worker. */
  credentialsFile: z.string().min(1),
  /** Later answers aren't awaited. */
  answerWithinMinutes: z.number().int().min(1).max(1_440).default(30),
  /** The companies for which it is asked; absent for every one. */
  companies: z.array(z.string()).min(1).max(10_000).readonly().optional(),
});

/** A partner that is asked about facilities. */
export type ResearchSourceSettings = z.output<typeof researchSourceSettings>;

const researchSourcesSettings = z
  .array(researchSourceSettings)
  .max(10)
  .refine(
    sources => new Set(sources.map(({ name }) => name)).size === sources.length,
    'names a source twice',
  );

/** The settings of packets that operators send to facilities. */
export type OutreachSettings = z.output<typeof outreachSettings>;

function json(text: string, context: z.RefinementCtx): unknown {
  try {
    return JSON.parse(text);
  } catch {
    context.addIssue({ code: 'custom', message: 'must be JSON' });
    return z.NEVER;
  }
}

/** The settings of partners in the environment. */
export const partnerSettings = {
  SEARCH_PARTNERS: z
    .string()
    .transform(json)
    .pipe(searchPartnerSettings)
    .optional()
    .describe(
      'The partners that answer searches of live projects, as JSON: ' +
        '`{"rosters":[{"name","senderId","receiverId","servesPurposes","requires"}],"routes":[{"search","company","partner"}]}` ' +
        '(docs/partners/roster.md). A route with a company takes precedence over one without. Absent ' +
        'means none, and those searches stay armed.',
    ),
  FACILITY_CHANNELS: z
    .string()
    .transform(json)
    .pipe(facilityChannelsSettings)
    .optional()
    .describe(
      'The systems that request records from facilities of live projects, as JSON: ' +
        '`{"channels":[{"name","kind","endpoint","credentialsFile","servesPurposes","requires","daysMax"}],"routes":[{"channel","company","npis"}]}` ' +
        '(docs/partners/ehr-channel.md). The most specific route is used. Absent means none, and ' +
        'operators request the records.',
    ),
  RESEARCH_SOURCES: z
    .string()
    .transform(json)
    .pipe(researchSourcesSettings)
    .optional()
    .describe(
      'The sources of site research in addition to our own directory, in this order, as JSON: ' +
        '`[{"name","kind","endpoint","credentialsFile","answerWithinMinutes","companies"}]` ' +
        '(docs/partners/research-source.md). Absent means the directory only.',
    ),
  OUTREACH: z
    .string()
    .transform(json)
    .pipe(outreachSettings)
    .optional()
    .describe(
      'The packets for facilities that no system reaches, as JSON: ' +
        '`{"sender":{"name","addressLines","phone","fax"},"returnInstructions","sendWithinDays","answerWithinDays"}` ' +
        '(docs/operate/record-requests.md). Absent means no packets, and operators write their own ' +
        'letters.',
    ),
} as const;
