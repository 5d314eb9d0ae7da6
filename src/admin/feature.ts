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
  summary: 'Features that the provider approves company by company',
  commands: [
    command({
      name: 'approve',
      summary: 'Approve a feature for a company, in its sandbox and in production',
      inputs: {
        feature,
        company,
        sandboxOnly: toggle(
          'approve an authorization method for the sandbox only; searches need no approval there',
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
              `Every sandbox has ${feature}: leave --sandbox-only out to approve it for production.`,
            );
          await change('feature.approve', inner =>
            approveSandboxMethod(inner, { companyId: company, method }),
          );
          return {
            kind: 'done',
            sentence: `${method} is approved for the sandbox of ${company}.`,
            facts: { company, feature, isApproved: false, approvedFor: reachNames.sandbox },
          };
        }
        await change('feature.approve', inner =>
          approveFeature(inner, { companyId: company, feature, isApproved: true }),
        );
        return {
          kind: 'done',
          sentence: `${feature} is approved for ${company}.`,
          facts: { company, feature, isApproved: true, approvedFor: reachNames.everywhere },
        };
      },
    }),
    command({
      name: 'withdraw',
      summary: 'Withdraw a feature from sandbox and production; calls that need it are refused from then on',
      inputs: { feature, company },
      examples: ['feature withdraw ehrSearch --company acme'],
      loses: async ({ db }, { feature, company }) => {
        const features = await inspectFeatures(db, company);
        const isApproved = features.some(entry => entry.feature === feature && entry.approvedAt !== null);
        return isApproved
          ? {
              id: company,
              consequence: `${company} loses ${feature}: what its people began with it stops being answered.`,
            }
          : undefined;
      },
      run: async ({ change }, { feature, company }) => {
        await change('feature.withdraw', inner =>
          approveFeature(inner, { companyId: company, feature, isApproved: false }),
        );
        return {
          kind: 'done',
          sentence: `${feature} is not approved for ${company}.`,
          facts: { company, feature, isApproved: false },
        };
      },
    }),
    command({
      name: 'list',
      summary: 'List the features with their approval for a company',
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
