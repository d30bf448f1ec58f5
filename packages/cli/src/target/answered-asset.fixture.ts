/** A resource of an asset as a service answers it, with a UUID and the names of its members in the API. */
export const ANSWERED_ASSET = {
  id: '01a2138b-0dd5-75df-a19c-8be18e9ca032',
  type: 'assets',
  attributes: {
    public_file_id: '01a2138b-0dd5-75df-a19c-8be18e9ca032',
    name: 'a.txt',
    type: 'document',
    mime_type: 'text/plain',
    extension: 'txt',
    size: 5,
    width: null,
    height: null,
    duration_seconds: null,
    status: 'ready',
    is_favourite: false,
    folder_id: null,
    created_at: '2026-01-31T09:05:00.000000Z',
    updated_at: '2026-01-31T09:05:00.000000Z',
  },
}
