/**
 * Spans and metrics of a store, for OpenTelemetry.
 *
 * @module
 */

export { type TraceStowageOptions, traceStowage } from './trace-stowage.ts'
