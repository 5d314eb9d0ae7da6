/**
 * Which release of each program is taken, and what its files must be: `pins.json`, or the file that
 * RECORDWELL_PINS names.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { StackError } from './stack-error';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

const archiveSchema = z
  .object({
    /** A `.tar.gz` with one file that is named as the program. */
    file: z.string(),
    /** Of the archive. */
    sha256: sha256.optional(),
    /** Of the program in it. */
    programSha256: sha256.optional(),
  })
  .refine(archive => archive.sha256 !== undefined || archive.programSha256 !== undefined, {
    message: 'needs sha256 or programSha256',
  });

const wheelSchema = z.object({
  /** The package on the Python package index. */
  project: z.string(),
  version: z.string(),
  /** Who makes the package, and what their program is: shown at the start. */
  maker: z.string(),
  /** By `process.platform` and `process.arch`. A platform that is missing here has no wheel. */
  platforms: z.record(
    z.string(),
    z.object({
      /** The platform tag that pip asks for. */
      tag: z.string(),
      /** Of the wheel. */
      sha256,
      /** Of the program in it. */
      programSha256: sha256,
    }),
  ),
});

const pinSchema = z.object({
  version: z.string(),
  /** The name of the file that runs, on PATH and in archives and wheels; by default the program's name. */
  command: z.string().optional(),
  /** The path of the release below the base URL. */
  release: z.string(),
  /** What Temporal's SDKs ask their server of downloads for, where the program is one of Temporal's. */
  sdkDownload: z.object({ artifact: z.string(), format: z.string().optional() }).optional(),
  /** By `process.platform` and `process.arch`. What is not here has no pin and is not downloaded. */
  archives: z.record(z.string(), archiveSchema),
  /** A Python package with the same program, for machines that reach a package index but no releases. */
  wheel: wheelSchema.optional(),
});

const pinsSchema = z.object({ temporal: pinSchema, seaweedfs: pinSchema, 'temporal-test-server': pinSchema });

/** The programs that the stack and the tests start and that npm does not bring. */
export type ProgramName = keyof z.infer<typeof pinsSchema>;

/** The pinned release of a program. */
export type Pin = z.infer<typeof pinSchema>;

/** A file of a release, and what it must be. */
export type PinnedArchive = z.infer<typeof archiveSchema>;

/**
 * The pins. Those of the archives in `pins.json` are of the projects' own checksum files, as several public
 * projects pin them alike. Of the test server such a file was at hand for Linux on x64 alone: elsewhere the
 * program is pinned as a repackager of the releases has it, whose program for Linux on x64 is the pinned one.
 * SeaweedFS publishes no SHA-256 of its archives, so none of them is pinned.
 * A pin that is wrong takes nothing but the download.
 * @throws StackError when the file that RECORDWELL_PINS names cannot be read as pins
 */
export async function readPins(): Promise<Readonly<Record<ProgramName, Pin>>> {
  const given = process.env['RECORDWELL_PINS'];
  if (given === undefined || given === '')
    return pinsSchema.parse(JSON.parse(await readFile(join(__dirname, 'pins.json'), 'utf8')));
  try {
    return pinsSchema.parse(JSON.parse(await readFile(given, 'utf8')));
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : String(error);
    throw new StackError(`RECORDWELL_PINS names ${given}, which holds no pins:\n${reason}`);
  }
}

const thisPlatform = `${process.platform}-${process.arch}`;

/** Returns the archive for this machine; undefined if none is pinned. */
export function archiveForThisMachine(pin: Pin): PinnedArchive | undefined {
  return pin.archives[thisPlatform];
}

/** A Python wheel for one platform, and what it must be. */
export interface PinnedWheel {
  readonly project: string;
  readonly version: string;
  readonly maker: string;
  readonly tag: string;
  readonly sha256: string;
  readonly programSha256: string;
}

/** Returns the wheel for this machine; undefined if none is pinned. */
export function wheelForThisMachine({ wheel }: Pin): PinnedWheel | undefined {
  const pinned = wheel?.platforms[thisPlatform];
  if (wheel === undefined || pinned === undefined) return undefined;
  const { project, version, maker } = wheel;
  return { project, version, maker, ...pinned };
}
