import { authorizationMethods, companyFeatures } from '../domain/projects/project';
import {
  approveFeature,
  approveSandboxMethod,
  inspectFeatures,
  type FeatureApproval,
} from '../usecases/tenants/companies';
import { command, type CommandGroup } from './command';
import { UsageError } from './failures';
import { argument, oneOf, toggle } from './inputs';
import { company } from './shared-inputs';

const feature = argument('FEATURE', 'the feature', oneOf(companyFeatures));

const reachNames: Readonly<Record<FeatureApproval['reach'], string>> = {
  everywhere: 'sandbox and production',
  sandbox: 'sandbox only',
  nowhere: 'not approved',
};

/** `feature …` */
export const featureCommands: CommandGroup = {
  name: 'feature',
  summary: 'Manage the features that a company may use',
  commands: [
    command({
      name: 'approve',
      summary: 'Approve a feature for a company in sandbox and production',
      inputs: {
        feature,
        company,
        sandboxOnly: toggle(
          "approve an authorization method in the sandbox only; searches don't need approval there",
        ),
      },
      examples: [
        'feature approve ehrSearch --company acme',
        'feature approve ial2Tokens --company acme --sandbox-only',
      ],
      run: async ({ change }, { feature, company, sandboxOnly }) => {
        if (sandboxOnly) {
          const method = authorizationMethods.find(known => known === feature);
          if (method === undefined)
            throw new UsageError(
              `Every sandbox already has ${feature}. To approve it for production, leave out ` +
                '--sandbox-only.',
            );
          await change('feature.approve', operatorChange =>
            approveSandboxMethod(operatorChange, { companyId: company, method }),
          );
          return {
            kind: 'done',
            sentence: `Approved ${method} for ${company} in the sandbox.`,
            facts: { company, feature, isApproved: false, approvedFor: reachNames.sandbox },
          };
        }
        await change('feature.approve', operatorChange =>
          approveFeature(operatorChange, { companyId: company, feature, isApproved: true }),
        );
        return {
          kind: 'done',
          sentence: `Approved ${feature} for ${company}.`,
          facts: { company, feature, isApproved: true, approvedFor: reachNames.everywhere },
        };
      },
    }),
    command({
      name: 'withdraw',
      summary: 'Withdraw a feature in sandbox and production; requests that need it are rejected from now on',
      inputs: { feature, company },
      examples: ['feature withdraw ehrSearch --company acme'],
      loses: async ({ db }, { feature, company }) => {
        const features = await inspectFeatures(db, company);
        const isApproved = features.some(entry => entry.feature === feature && entry.approvedAt !== null);
        return isApproved
          ? {
              id: company,
              consequence: `${company} loses ${feature}, and work in progress that needs it stops.`,
            }
          : undefined;
      },
      run: async ({ change }, { feature, company }) => {
        await change('feature.withdraw', operatorChange =>
          approveFeature(operatorChange, { companyId: company, feature, isApproved: false }),
        );
        return {
          kind: 'done',
          sentence: `Withdrew ${feature} from ${company}.`,
          facts: { company, feature, isApproved: false },
        };
      },
    }),
    command({
      name: 'list',
      summary: 'List features and whether a company may use them',
      inputs: { company },
      examples: ['feature list --company acme'],
      run: async ({ db }, { company }) => ({
        kind: 'list',
        headings: { feature: 'Feature', approvedFor: 'Approved for', approvedAt: 'Since' },
        rows: (await inspectFeatures(db, company)).map(({ feature, reach, approvedAt }) => ({
          feature,
          isApproved: reach === 'everywhere',
          approvedFor: reachNames[reach],
          approvedAt,
        })),
        ifEmpty: '',
      }),
    }),
  ],
};
