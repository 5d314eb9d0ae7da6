import type { ConsolePrincipal, KeyPrincipal } from '../access/principal';
import type { Project } from '../domain/projects/project';
import type { Executor } from '../store/database';
import type { AuditedResource } from './change';

/** What a use case that only reads works with: who looks, and what the audit trail is told that they saw. */
export interface Reading {
  readonly db: Executor;
  readonly now: Date;
  readonly principal: KeyPrincipal | ConsolePrincipal;
  /** Tells the audit trail which record was shown; its row is written before the answer leaves. */
  readonly saw: (resource: AuditedResource) => void;
}

/** A look at something in a project that the caller sees. */
export interface ProjectReading extends Reading {
  readonly project: Project;
}
