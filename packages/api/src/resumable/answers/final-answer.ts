import type { AppendedUpload } from '@stowage/core/types'
import { uploadedAnswer } from '../../assets/uploaded-answer.ts'
import type { ApiResponse } from '../../message/request.ts'
import { emptyAnswer } from '../../requests/answer.ts'
import type { RequestContext } from '../../requests/request-context.ts'

/**
 * What `POST /assets` answers, with the headers of the upload that became the asset: the last answer of the draft. 204
 * when there is nothing to show: of a partial upload, or of an asset that is gone.
 */
export async function finalAnswer(
  context: RequestContext,
  { asset }: AppendedUpload,
  headers: Readonly<Record<string, string>>,
): Promise<ApiResponse> {
  return asset === null ? emptyAnswer(headers) : uploadedAnswer(context, 201, asset, headers)
}
