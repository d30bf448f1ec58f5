/**
 * Tells what a file is from its bytes, without a store: type, extension, category, displayed size and duration.
 *
 * @module
 */
export { type AnalyzeInput, analyze, analyzeFile } from './analyzer/analyze.ts'
export type { Analysis, AnalysisIssue, AnalyzeOptions, Analyzer } from './analyzer/analyzer.ts'
export type { AnalyzerOptions } from './analyzer/analyzer-options.ts'
export { createAnalyzer } from './analyzer/create-analyzer.ts'
export { mayHaveCover, readCover } from './covers/read-cover.ts'
export {
  type EmbeddedFacts,
  NO_EMBEDDED_FACTS,
  type PhotoLocation,
} from './facts/embedded-facts.ts'
export { type FileCategory, type FileFacts, UNKNOWN_FACTS } from './facts/file-facts.ts'
export { EditedFile } from './location/edits/edited-file.ts'
export type { Edit } from './location/edits/merged.ts'
export { CLEANING_VERSION, locationCare, locationEdits } from './location/location-edits.ts'
export type { ByteRange, ReadableFile } from './reading/readable-file.ts'
