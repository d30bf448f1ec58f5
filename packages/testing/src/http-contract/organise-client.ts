import assert from 'node:assert/strict'
import type { AssetResource, FolderCollection, FolderResource } from '@stowage/api'
import { type Content, formOf, type HttpClient } from './http-client.ts'

/** A new folder. */
export async function folderOf(
  client: HttpClient,
  name: string,
  parentId: string | null = null,
): Promise<FolderResource> {
  const json = { data: { type: 'folders', attributes: { name, parent_id: parentId } } }
  const answer = await client.send('POST', '/folders', { json })
  const { data } = client.document<{ data: FolderResource }>(answer, 201, 'FolderDocument')
  assert.equal(answer.headers.get('location'), client.url(`/folders/${data.id}`))
  return data
}

/** The folder as it is now. */
export async function folderNow(
  client: HttpClient,
  id: string,
  query = '',
): Promise<FolderResource> {
  const answer = await client.send('GET', `/folders/${id}${query}`)
  return client.document<{ data: FolderResource }>(answer, 200, 'FolderDocument').data
}

/** One page of folders. */
export async function foldersOf(client: HttpClient, query = ''): Promise<FolderCollection> {
  const answer = await client.send('GET', query.startsWith('http') ? query : `/folders${query}`)
  return client.document<FolderCollection>(answer, 200, 'FolderCollection')
}

/** The body of a request that changes a folder. */
export function folderUpdate(id: string, attributes: object): { readonly json: object } {
  return { json: { data: { type: 'folders', id, attributes } } }
}

/** Uploads a file after text fields, and asserts that it is stored. The asset has its `meta`. */
export async function uploadWith(
  client: HttpClient,
  fields: Readonly<Record<string, string>>,
  content: Content = 'x',
  name = 'file.txt',
): Promise<AssetResource> {
  const body = fieldsAndFile(fields, content, name)
  const answer = await client.send('POST', '/assets?with_meta=1', { body })
  return client.document<{ data: AssetResource }>(answer, 201, 'AssetDocument').data
}

/** A form with text fields before its file. */
export function fieldsAndFile(
  fields: Readonly<Record<string, string>>,
  content: Content = 'x',
  name = 'file.txt',
): FormData {
  const form = new FormData()
  for (const [field, text] of Object.entries(fields)) form.append(field, text)
  for (const [field, file] of formOf({ file: [content, name] })) form.append(field, file)
  return form
}

/** Changes an asset, and returns it with its `meta`. */
export async function changed(
  client: HttpClient,
  id: string,
  change: { readonly attributes?: object; readonly meta?: object },
): Promise<AssetResource> {
  const json = { data: { type: 'assets', id, ...change } }
  const answer = await client.send('PATCH', `/assets/${id}?with_meta=1`, { json })
  return client.document<{ data: AssetResource }>(answer, 200, 'AssetDocument').data
}
