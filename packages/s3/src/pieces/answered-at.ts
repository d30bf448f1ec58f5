import type { ListMultipartUploadsCommand, ListObjectsV2Command } from '@aws-sdk/client-s3'

/** When the storage answered the command, by its own clock; `null` when it did not say. To be asked after the answer. */
export function answeredAt(
  command: ListMultipartUploadsCommand | ListObjectsV2Command,
): () => Date | null {
  let date: Date | null = null
  const stack = command.middlewareStack as ListMultipartUploadsCommand['middlewareStack']
  stack.add(
    (next) => async (args) => {
      const result = await next(args)
      date = dateOf(result.response)
      return result
    },
    { step: 'deserialize', name: 'answeredAt' },
  )
  return () => date
}

/** The `Date` of an answer; `null` when it is missing or unreadable. */
function dateOf(response: unknown): Date | null {
  const { headers } = response as { readonly headers?: Readonly<Record<string, string>> }
  const date = new Date(headers?.date ?? '')
  return Number.isNaN(date.getTime()) ? null : date
}
