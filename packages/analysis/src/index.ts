/**
 * Tells what a file is from its bytes, without a store: type, extension, category, displayed size and duration.
 *
 * @module
 */
export { type AnalyzeInput, analyze, analyzeFile } from './analyzer/analyze.ts'
export type { Analysis, AnalysisIssue, AnalyzeOptions, Analyzer } from './analyzer/analyzer.ts'
export type { AnalyzerOptions } from './analyzer/analyzer-options.ts'
export { createAnalyzer } from './analyzer/create-analyzer.ts'
export { type FileCategory, type FileFacts, UNKNOWN_FACTS } from './facts/file-facts.ts'
export type { ByteRange, ReadableFile } from './reading/readable-file.ts'
