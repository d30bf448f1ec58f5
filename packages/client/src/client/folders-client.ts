import type {
  DeleteFolderQuery,
  Folder,
  FolderCollection,
  FolderRequest,
  FolderUpdate,
  GetFolderQuery,
  ListFoldersQuery,
} from '../generated/openapi.ts'
import type { ChangeOptions } from '../request/change-options.ts'
import type { CallOptions } from '../request/client-options.ts'

/** The folders of one service. */
export interface FoldersClient {
  /** One page of folders, by name. */
  list(query?: ListFoldersQuery, options?: CallOptions): Promise<FolderCollection>
  /** One folder. `folder_not_found`. */
  get(id: string, query?: GetFolderQuery, options?: CallOptions): Promise<Folder>
  /** `folder_exists` when the name is taken there. */
  create(attributes: FolderRequest['data']['attributes'], options?: CallOptions): Promise<Folder>
  /** Renames a folder, or moves it with all that is in it. */
  update(
    id: string,
    changes: NonNullable<FolderUpdate['data']['attributes']>,
    options?: ChangeOptions,
  ): Promise<Folder>
  /** Deletes a folder. One that is not empty is refused, unless `assets` says what happens to what is in it. */
  delete(id: string, query?: DeleteFolderQuery, options?: CallOptions): Promise<void>
}
