/** A change of many assets: its words, and when it asks. */
export interface Change {
  readonly verb: 'trash' | 'restore' | 'purge'
  /** Whether it is for assets in the trash. */
  readonly trashed: boolean
  /** `move 5 files to the trash` */
  readonly will: (files: string) => string
  /** `5 files are in the trash` */
  readonly did: (files: string) => string
  /** `was in the trash already`: said about assets that need no change. */
  readonly wasSo: (count: number) => string
  /** Whether it asks even for ids that somebody named. */
  readonly alwaysAsks: boolean
  /** The end of the question. */
  readonly warning?: string
  /** How to undo it. */
  readonly undo?: string
}

/** Which assets it is for, as part of a query. */
export function trashedOf({ trashed }: Change): { readonly trashed?: 'only' } {
  return trashed ? { trashed: 'only' } : {}
}

/** `was` or `were`. */
export function pluralWere(count: number): string {
  return count === 1 ? 'was' : 'were'
}
