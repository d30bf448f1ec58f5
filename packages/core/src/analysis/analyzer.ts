import type { AssetType } from '../model/asset.ts'
import type { StagedFile } from '../ports/staging.ts'

/** What a file is, told from its bytes. */
export interface FileFacts {
  readonly type: AssetType
  /** Without parameters. `application/octet-stream` when unknown. */
  readonly mimeType: string
  /** Lower case, no dot. Of an unknown type the name's own, else `bin`. */
  readonly extension: string
  /** Of text, such as `utf-8`; else `null`. */
  readonly charset: string | null
  /** Pixels as displayed; `null` when not visual or not told. */
  readonly width: number | null
  readonly height: number | null
  /** Of audio and video; `null` otherwise, and for animated pictures. */
  readonly durationSeconds: number | null
}

/** Why a fact is missing although the format could have it. */
export interface AnalysisIssue {
  readonly fact: 'type' | 'dimensions' | 'duration'
  readonly reason: 'unreadable' | 'time' | 'budget'
}

/** The outcome of looking at a file. Never an exception: what could not be told is `null` and has an issue. */
export interface Analysis {
  readonly facts: FileFacts
  readonly issues: readonly AnalysisIssue[]
}

/**
 * Tells what a staged file is. `name` is the client's claim: it may refine what the bytes leave open
 * (which kind of text, which Office format inside a zip) and never contradicts them.
 * Bounded in time and in bytes read; never rejects, except with the signal's reason when aborted.
 */
export interface Analyzer {
  analyze(file: StagedFile, options: { name: string; signal?: AbortSignal }): Promise<Analysis>
  /** Frees what the analyzer holds, such as threads. The store calls it when it closes; the analyzer may be used again. */
  close?(): Promise<void>
}
