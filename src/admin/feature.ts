import { companyFeatures } from '../domain/projects/project';
import { approveFeature, inspectFeatures } from '../usecases/tenants/companies';
import { command, type CommandGroup } from './command';
import { argument, oneOf } from './inputs';
import { company } from './shared-inputs';

const feature = argument('FEATURE', 'the feature', oneOf(companyFeatures));

/** `feature …` */
export const featureCommands: CommandGroup = {
  name: 'feature',
  summary: 'Features that the provider approves company by company',
  commands: [
    command({
      name: 'approve',
      summary: 'Approve a feature for a company',
      inputs: { feature, company },
      examples: ['feature approve ehrSearch --company acme'],
      run: async ({ change }, { feature, company }) => {
        await change('feature.approve', inner =>
          approveFeature(inner, { companyId: company, feature, isApproved: true }),
        );
        return {
          kind: 'done',
          sentence: `${feature} is approved for ${company}.`,
          facts: { company, feature, isApproved: true },
        };
      },
    }),
    command({
      name: 'withdraw',
      summary: 'Withdraw the approval of a feature; calls that need it are refused from then on',
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
        headings: { feature: 'Feature', isApproved: 'Approved', approvedAt: 'Since' },
        rows: (await inspectFeatures(db, company)).map(({ feature, approvedAt }) => ({
          feature,
          isApproved: approvedAt !== null,
          approvedAt,
        })),
        ifEmpty: '',
      }),
    }),
  ],
};
