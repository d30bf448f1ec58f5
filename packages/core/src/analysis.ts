export type { Analysis, AnalysisIssue, Analyzer, FileFacts } from './analysis/analyzer.ts'
export { type AnalyzerOptions, createAnalyzer } from './analysis/create-analyzer.ts'
