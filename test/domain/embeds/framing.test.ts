import { decideParent, type FramingPolicy } from '../../../src/domain/embeds/framing';

const page = 'https://app.example.com';
const policy: FramingPolicy = { approvedOrigins: new Set([page]), isParentOriginRequired: false };
const notApproved = expect.objectContaining({ code: 'embed.parentOriginNotApproved' }) as Error;

test('a page on the list may frame, and it alone [EMBED-10]', () => {
  expect(decideParent(policy, page)).toBe(page);
});

test.each(['https://other.example.com', 'https://app.example.com:8443', 'https://sub.app.example.com'])(
  '%s is not on the list, however near it is [EMBED-10]',
  asked => {
    expect(() => decideParent(policy, asked)).toThrow(notApproved);
    expect(() => decideParent({ ...policy, approvedOrigins: new Set() }, page)).toThrow(notApproved);
  },
);

test('without a page any may frame, until the deployment refuses that [EMBED-12]', () => {
  expect(decideParent(policy, undefined)).toBeNull();
  expect(() => decideParent({ ...policy, isParentOriginRequired: true }, undefined)).toThrow(
    expect.objectContaining({ code: 'embed.parentOriginMissing' }) as Error,
  );
});
