import type { Route } from '../requests/route.ts'
import { createFolder, deleteFolder, getFolder, listFolders, updateFolder } from './folders.ts'

/** The routes of folders. */
export const FOLDER_ROUTES: readonly Route[] = [
  {
    method: 'GET',
    path: '/folders',
    permission: 'read',
    query: ['page', 'per_page', 'filter[parent_id]', 'with_meta'],
    operation: {
      id: 'listFolders',
      summary: 'Get all folders',
      description: 'By name, as people sort: whatever the case and accents, 2 before 10.',
      success: { status: 200, description: 'One page of folders.', content: 'FolderCollection' },
      errors: [],
    },
    handle: listFolders,
  },
  {
    method: 'POST',
    path: '/folders',
    permission: 'write',
    query: ['with_meta'],
    operation: {
      id: 'createFolder',
      summary: 'Create folder',
      body: { schema: 'FolderRequest', type: 'json' },
      success: { status: 201, description: 'The new folder.', content: 'FolderDocument' },
      errors: [
        'folder_not_found',
        'folder_exists',
        'folder_too_deep',
        'resource_mismatch',
        'insufficient_storage',
      ],
    },
    handle: createFolder,
  },
  {
    method: 'GET',
    path: '/folders/{folderId}',
    permission: 'read',
    query: ['with_meta'],
    operation: {
      id: 'getFolder',
      summary: 'Get folder',
      success: { status: 200, description: 'The folder.', content: 'FolderDocument' },
      errors: ['folder_not_found'],
    },
    handle: getFolder,
  },
  {
    method: 'PATCH',
    path: '/folders/{folderId}',
    permission: 'write',
    query: ['with_meta'],
    operation: {
      id: 'updateFolder',
      summary: 'Rename or move folder',
      description: 'It is moved with all that is in it.',
      headers: ['If-Match'],
      body: { schema: 'FolderUpdate', type: 'json' },
      success: { status: 200, description: 'The folder as it is now.', content: 'FolderDocument' },
      errors: [
        'folder_not_found',
        'folder_exists',
        'folder_cycle',
        'folder_too_deep',
        'resource_mismatch',
        'precondition_failed',
        'insufficient_storage',
      ],
    },
    handle: updateFolder,
  },
  {
    method: 'DELETE',
    path: '/folders/{folderId}',
    permission: 'delete',
    query: ['assets'],
    operation: {
      id: 'deleteFolder',
      summary: 'Delete folder',
      description:
        'With `assets` all folders in it are deleted too. Without, a folder that is not empty is refused. Deleted ' +
        'folders do not come back.',
      headers: ['If-Match'],
      success: { status: 204, description: 'The folder is gone.', content: null },
      errors: [
        'folder_not_found',
        'folder_not_empty',
        'precondition_failed',
        'insufficient_storage',
      ],
    },
    handle: deleteFolder,
  },
]
