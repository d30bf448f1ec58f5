import type { FileFacts } from '../facts/file-facts.ts'
import type { ReadableFile } from '../reading/readable-file.ts'

/** Why a fact is missing although the format could have it. */
export interface AnalysisIssue {
  /** Which fact is missing: the media type, width and height, or the duration. */
  readonly fact: 'type' | 'dimensions' | 'duration'
  /**
   * `unreadable`: the file does not say, is damaged, or could not be read. `time`: it would take longer than
   * `maxTimeMs`. `budget`: it would take more reads, bytes or memory than allowed.
   */
  readonly reason: 'unreadable' | 'time' | 'budget'
}

/** The outcome of looking at a file. A fact that could not be decided is `null` and has an issue. */
export interface Analysis {
  readonly facts: FileFacts
  /** Why facts are missing; empty when every fact of the format was found. */
  readonly issues: readonly AnalysisIssue[]
}

/** What accompanies a file. */
export interface AnalyzeOptions {
  /**
   * The client's file name. It refines what the bytes leave open, such as which kind of text, and never
   * contradicts them.
   */
  readonly name: string
  /** Aborts the call: it rejects with the signal's reason. */
  readonly signal?: AbortSignal
}

/** Decides from its bytes what a file is. `File` is what the analyzer needs of one. */
export interface Analyzer<File extends ReadableFile = ReadableFile> {
  /**
   * Bounded in time and in bytes read. Rejects with the signal's reason when aborted, and when a part of the
   * analyzer is not installed, or cannot be loaded now; never because of the file.
   */
  analyze(file: File, options: AnalyzeOptions): Promise<Analysis>
  /** Rejects when a part of the analyzer is not installed, and says what to do. Cheap. */
  prepare?(): Promise<void>
  /** Frees what the analyzer holds, such as threads. The analyzer may be used again. */
  close?(): Promise<void>
}
