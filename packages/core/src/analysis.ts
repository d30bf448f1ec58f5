export { analyze } from './analysis/analyze.ts'
export type { Analysis, AnalysisIssue, Analyzer, FileFacts } from './analysis/analyzer.ts'
export type { ReadableFile } from './analysis/bounded-reader.ts'
export {
  type AnalyzerOptions,
  createAnalyzer,
  type FileAnalyzer,
} from './analysis/create-analyzer.ts'
