import type { ApiErrorCode } from './api-error-codes.ts'

/** For a body that is shorter than announced, or whose connection broke. */
export const ENDED_EARLY = 'The body ended early. Send all of it again.'

/**
 * What to do about a problem that more than one place can find. The second argument is the context of the store's
 * error, whose message is not used.
 */
export function detailOf(
  code: ApiErrorCode,
  {
    limit,
    count,
    of,
    mimeType,
    reason,
    repeated,
    system,
    filesLeft,
    bytesLeft,
    offset,
    size,
  }: Readonly<Record<string, unknown>> = {},
): string {
  switch (code) {
    case 'malformed_request':
      return ENDED_EARLY
    case 'asset_not_found':
      return repeated === true
        ? 'This upload was stored before, and has been deleted for good. To store it again, use a new Idempotency-Key.'
        : 'There is no such asset, or it is in the trash. Check the id.'
    case 'file_not_found':
      return 'There is no such file, or it cannot be served now. Fetch the asset to learn its current URLs.'
    case 'cursor_expired':
      return 'The feed no longer has the event of this cursor. Fetch what there is now, then go on from the latest event.'
    case 'folder_not_found':
      return 'There is no such folder. Check the id.'
    case 'scan_pending':
      return 'The file of this asset is still being scanned. Try again when its status is not `processing`.'
    case 'folder_exists':
      return 'A folder of this name is there already; upper and lower case are the same. Use another name.'
    case 'folder_cycle':
      return 'A folder cannot be moved into itself or a folder in it. Name a folder elsewhere.'
    case 'folder_too_deep':
      return `At most ${limit} folders may lie within each other. Name a folder further up.`
    case 'folder_not_empty':
      return 'The folder is not empty. Move what is in it, or delete it with `assets=detach` or `assets=trash`.'
    case 'precondition_failed':
      return 'This was changed since you read it. Read it again, and send your change with its new ETag.'
    case 'not_trashed':
      return 'Only assets in the trash can be deleted for good. Trash it first.'
    case 'file_too_large':
      return `The file has more than ${limit} bytes. Send a smaller one.`
    case 'too_many_files':
      return `An upload may hold at most ${limit} files. Send the others in another request.`
    case 'too_many_ids':
      return `A request may name at most ${limit} ids. Send the others in another request.`
    case 'too_many_tags':
      return `An asset may have at most ${limit} tags. Remove some of them first.`
    case 'duplicate':
      return 'A file with the same bytes is stored already, or is sent twice. Use the asset in `meta.asset_id`, or send `Stowage-On-Duplicate: store`.'
    case 'external_id_taken':
      return 'Another asset has this external id, maybe one in the trash. Send another external id, or none.'
    case 'count_changed':
      return `${count} assets match now. Look at them again, and send the new number as \`expected\`.`
    case 'too_many_matches':
      return `A request may change at most ${limit} assets by a filter. Narrow the filter.`
    case 'file_missing':
      return 'The upload holds no file. Send at least one.'
    case 'type_not_allowed':
      return `Files of type ${mimeType} are not accepted here. Send another type.`
    case 'digest_mismatch':
      return 'The bytes do not have the SHA-256 that was announced. Send the file again.'
    case 'location_not_removable':
      return 'The file may say where it was taken, and this cannot be taken out of it. Send it in another format, such as JPEG or MP4.'
    case 'file_rejected':
      return `The file was rejected: ${reason}`
    case 'url_refused':
      return 'This URL is not fetched. Send one of http or https, without user name, of a host that is public.'
    case 'url_failed':
      return 'No whole file came from this URL. Check that it opens in a browser without a login, or try again later.'
    case 'idempotency_conflict':
      return 'This Idempotency-Key was used with other content before. Use a new key for each upload.'
    case 'upload_not_found':
      return 'There is no such upload, or it was given up. Begin a new one.'
    case 'upload_expired':
      return 'The upload was not finished in time. Begin a new one.'
    case 'upload_locked':
      return 'Another request works on this upload. Ask how far it is with HEAD, then go on from there.'
    case 'upload_finished':
      return 'The upload is finished. Begin a new one for other bytes.'
    case 'offset_mismatch':
      return `The upload continues at byte ${offset}. Send the bytes from there on.`
    case 'length_mismatch':
      return `The upload has another length than this: ${size} bytes do not fit what was said or sent before.`
    case 'checksum_mismatch':
      return 'The bytes do not have the checksum that was announced, so none of them is kept. Send them again.'
    case 'too_many_uploads':
      return of === 'owner'
        ? `You have ${limit} unfinished uploads. Finish some of them, or delete them.`
        : `There are ${limit} unfinished uploads. Finish some of them, or wait until they expire.`
    case 'key_not_found':
      return 'There is no such API key. Check the id.'
    case 'job_not_found':
      return 'There is no such job. It may be done: a job that is done is gone.'
    case 'job_exists':
      return 'Another job of the same key waits or runs, and does the same. Discard this one.'
    case 'too_many_keys':
      return `There may be at most ${limit} keys that are not revoked, expired ones included. Revoke some of them first.`
    case 'webhook_not_found':
      return 'There is no such webhook. Check the id.'
    case 'delivery_not_found':
      return 'This webhook has no such delivery. They are forgotten 30 days after they ended.'
    case 'too_many_webhooks':
      return `There may be at most ${limit} webhooks. Delete one that is no longer needed.`
    case 'webhooks_unavailable':
      return 'This service does not know the URL by which others reach it, so it sends no webhooks. Ask its operator to set the option `baseUrl`.'
    case 'forbidden':
      return 'You may not do this. Ask for less.'
    case 'unauthenticated':
      return 'Send a valid API key as `Authorization: Bearer <API_KEY>`.'
    case 'ticket_exhausted':
      return Number(filesLeft) > 0 && Number(bytesLeft) > 0
        ? `This upload ticket has too little left (files: ${filesLeft}, bytes: ${bytesLeft}). Get a new one.`
        : 'This upload ticket is used up. Get a new one.'
    case 'insufficient_storage':
      if (system === 'EROFS') {
        return 'The storage of this service is read-only, so nothing can be stored. Ask its operator to make it writable.'
      }
      return limit === undefined
        ? 'There is no room left to store this. Delete what is not needed, or try again later.'
        : `The quota of ${limit} ${of ?? 'bytes'} would be exceeded. Delete what is not needed.`
    case 'signature_invalid':
      return 'The signature does not match this URL. Fetch the asset with `sign` to get one that does.'
    case 'signature_expired':
      return 'This URL has expired. Fetch the asset with `sign` to get a new one.'
    case 'range_not_satisfiable':
      return 'The range lies outside the file. Ask for bytes within its size.'
    case 'unavailable':
      return 'The service cannot do this at the moment. Try again later.'
    default:
      return 'Something went wrong on our side. Try again later, and name the error id when you report it.'
  }
}
