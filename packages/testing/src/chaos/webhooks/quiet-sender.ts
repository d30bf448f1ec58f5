import type { WebhookAnswer, WebhookSender } from '@stowage/core/types'

/** Sends nothing. Answers with the secrets that would have signed. */
export const quietSender: WebhookSender = {
  assertUrl: () => {},
  send: async ({ secrets }) => ({ status: 200, text: secrets.join(' '), retryAfter: null }),
}

/** The secrets that an answer of this sender tells of, the newest first. */
export function signersOf({ text }: WebhookAnswer): readonly string[] {
  return text.split(' ')
}
