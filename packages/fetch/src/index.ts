/**
 * Answers the Fetch API's `Request` with a `Response`: for Hono, Next.js, SvelteKit and every other framework that
 * speaks it.
 *
 * @module
 */
export { createFetchHandler } from './handler/create-fetch-handler.ts'
export type { FetchHandler, FetchHandlerOptions } from './handler/options.ts'
