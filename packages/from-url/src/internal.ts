/**
 * What `@stowage/webhooks` shares with this package. Not for apps: it may change with any release.
 *
 * @module
 */
export { checkedAddresses } from './fetch/checked-addresses.ts'
export { type SentRequest, sendRequest } from './fetch/send-request.ts'
export { createFetchRules, type FetchRules } from './rules/fetch-rules.ts'
export { RULES } from './rules/from-url-rules.ts'
export { requireUrl } from './rules/require-url.ts'
