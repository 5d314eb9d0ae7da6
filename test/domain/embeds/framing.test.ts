import { decideParent, type FramingPolicy } from '../../../src/domain/embeds/framing';

const page = 'https://app.example.com';
const policy: FramingPolicy = { approvedOrigins: new Set([page]), isParentOriginRequired: false };
const notApproved = expect.objectContaining({ code: 'embed.parentOriginNotApproved' }) as Error;

test('A page on the list may frame the embed [EMBED-10]', () => {
  expect(decideParent(policy, page)).toBe(page);
});

test.each(['https://other.example.com', 'https://app.example.com:8443', 'https://sub.app.example.com'])(
  '%s may not frame the embed, however similar to a page on the list [EMBED-10]',
  origin => {
    expect(() => decideParent(policy, origin)).toThrow(notApproved);
    expect(() => decideParent({ ...policy, approvedOrigins: new Set() }, page)).toThrow(notApproved);
  },
);

test('Any page may frame an embed without a parent origin, unless the deployment requires one [EMBED-12]', () => {
  expect(decideParent(policy, undefined)).toBeNull();
  expect(() => decideParent({ ...policy, isParentOriginRequired: true }, undefined)).toThrow(
    expect.objectContaining({ code: 'embed.parentOriginMissing' }) as Error,
  );
});
