// Written by `npm run client` from the OpenAPI document of `@stowage/api`. Change that, not this file.
// biome-ignore-all format: it stays as the generator writes it.
// biome-ignore-all lint: it stays as the generator writes it.

/** A stored file with its record. */
export interface Asset {
    /** Format: uuid */
    id: string;
    type: "assets";
    attributes: AssetAttributes;
    meta?: AssetMeta;
}

/** What is known of a file, and where it is served. */
export interface AssetAttributes {
    /** File name. */
    name: string;
    type: "image" | "video" | "audio" | "document" | "archive" | "other";
    /** Without dot, of the detected type. */
    extension: string;
    /** Detected. */
    mime_type: string;
    /** Bytes. */
    size: number;
    /** Format: uuid */
    folder_id: string | null;
    /** Format: date-time */
    created_at: string;
    /** Format: date-time */
    updated_at: string;
    /** Pixels, as displayed. */
    width: number | null;
    /** Pixels, as displayed. */
    height: number | null;
    /** Of audio and video. */
    duration_seconds: number | null;
    /** Bytes of the optimized version. */
    optimized_size: number | null;
    /** Null in answers to uploads. */
    is_favourite: boolean | null;
    /**
     * `ready`: the file can be served.
     */
    status: "ready" | "processing" | "failed";
    /** Format: uuid */
    public_file_id: string;
    /** Format: uri */
    url: string;
    /** Format: uri */
    thumbnail_url: string | null;
    /** Format: uri */
    download_url: string;
}

/** Further facts, shown with `with_meta=1`; and signed URLs, with `sign`. */
export interface AssetMeta {
    sha256?: string;
    created_by?: string | null;
    /** Format: date-time */
    trashed_at?: string | null;
    facts?: EmbeddedFacts | null;
    /** A thumbhash as base64: what to show until the picture is there. */
    placeholder?: string | null;
    /** The mean colour of the picture. */
    color?: string | null;
    /** By set of the service: the `srcset` of an `<img>`, signed with `sign`. */
    srcset?: {
        [key: string]: string;
    };
    external_id?: string | null;
    /** Null: none. */
    title?: string | null;
    /**
     * What it shows, by language tag, for those who do not see it. At most 32 KiB as JSON.
     * @example {
     *       "en": "A red bicycle",
     *       "pt-BR": "Uma bicicleta vermelha"
     *     }
     */
    alt?: {
        [key: string]: string;
    };
    /** No two are the same but for case. */
    tags?: string[];
    /** Of the app itself. At most 16 KiB as JSON. */
    metadata?: {
        [key: string]: string | number | boolean | null;
    };
    /** What cropped variants keep in view, in shares of width and height. Null: the centre. */
    focus?: {
        x: number;
        y: number;
    } | null;
    /** Of this version, for `If-Match`. */
    etag?: string;
    /** Only with `sign`. The others: `with_meta=1`. */
    signed?: SignedUrls;
}

/** What people and the app say about an asset. */
export interface AssetOwnData {
    /** Null: none. */
    title?: string | null;
    /**
     * What it shows, by language tag, for those who do not see it. At most 32 KiB as JSON.
     * @example {
     *       "en": "A red bicycle",
     *       "pt-BR": "Uma bicicleta vermelha"
     *     }
     */
    alt?: {
        [key: string]: string;
    };
    /** No two are the same but for case. */
    tags?: string[];
    /** Of the app itself. At most 16 KiB as JSON. */
    metadata?: {
        [key: string]: string | number | boolean | null;
    };
    /** What cropped variants keep in view, in shares of width and height. Null: the centre. */
    focus?: {
        x: number;
        y: number;
    } | null;
}

/** What a file says of itself, as cameras and editors wrote it. Stowage does not check it. */
export interface EmbeddedFacts {
    /** Local time as ISO 8601, with its offset where the file says one. */
    taken_at: string | null;
    /** Make and model. */
    camera: string | null;
    lens: string | null;
    iso: number | null;
    /** Seconds. */
    exposure: number | null;
    /** The f-number. */
    aperture: number | null;
    /** Millimetres. */
    focal_length: number | null;
    /** Degrees of WGS 84; metres above the sea. With the option `location` only for the creator and for `manage`. */
    location: {
        latitude: number;
        longitude: number;
        altitude: number | null;
    } | null;
    title: string | null;
    caption: string | null;
    alt_text: string | null;
    copyright: string | null;
    keywords: string[];
    /** Of a PDF file. */
    page_count: number | null;
}

/** URLs of a file that need no key until they expire. */
export interface SignedUrls {
    /** Format: uri */
    url: string;
    /** Format: uri */
    thumbnail_url: string | null;
    /** Format: uri */
    download_url: string;
    /** Format: date-time */
    expires_at: string;
}

/** One asset. */
export interface AssetDocument {
    data: Asset;
}

/** Several assets, in the order of their files. */
export interface AssetsDocument {
    data: Asset[];
}

/** One page of assets by its number. */
export interface AssetCollection {
    data: Asset[];
    links: {
        /** Format: uri */
        first: string;
        /** Format: uri */
        last: string;
        /** Format: uri */
        prev: string | null;
        /** Format: uri */
        next: string | null;
    };
    meta: {
        current_page: number;
        from: number | null;
        last_page: number;
        /** Format: uri */
        path: string;
        per_page: number;
        to: number | null;
        total: number;
    };
}

/** One page of assets by a cursor. */
export interface AssetCursorCollection {
    data: Asset[];
    links: {
        /** Format: uri */
        first: string;
        /** Format: uri */
        prev: string | null;
        /** Format: uri */
        next: string | null;
    };
    meta: {
        /** Format: uri */
        path: string;
        per_page: number;
        total: number;
    };
}

/** One page of assets: by its number, or by a cursor. */
export type AssetList = AssetCollection | AssetCursorCollection

/** A form with one file. */
export interface AssetUpload {
    /** SHA-256 that the file must have, in hex. Before the file. */
    sha256?: string;
    /** Path of the same origin: 303 to it in place of 201, where the service has this enabled. */
    redirect_to?: string;
    /** The folder that the files behind it come to lie in. */
    folder_id?: string;
    /** Of the next file: what another system calls it, unique in the tenant. */
    external_id?: string;
    /** Of the next file. */
    title?: string;
    /** Of the next file: JSON, such as `{"en":"A red bicycle"}`. */
    alt?: string;
    /** Of the files behind it: JSON, such as `["a","b"]`. */
    tags?: string;
    /** Of the files behind it: JSON, such as `{"client":"acme"}`. */
    metadata?: string;
    /** Of the next file: JSON, such as `{"x":0.5,"y":0.25}`. */
    focus?: string;
    /** Format: binary */
    file: Blob;
}

/** A form with several files. */
export interface BulkUpload {
    /** Path of the same origin: 303 to it in place of 201, where the service has this enabled. */
    redirect_to?: string;
    /** The folder that the files behind it come to lie in. */
    folder_id?: string;
    /** Of the next file: what another system calls it, unique in the tenant. */
    external_id?: string;
    /** Of the next file. */
    title?: string;
    /** Of the next file: JSON, such as `{"en":"A red bicycle"}`. */
    alt?: string;
    /** Of the files behind it: JSON, such as `["a","b"]`. */
    tags?: string;
    /** Of the files behind it: JSON, such as `{"client":"acme"}`. */
    metadata?: string;
    /** Of the next file: JSON, such as `{"x":0.5,"y":0.25}`. */
    focus?: string;
    "files[]": Blob[];
}

/** The URL of a file, and how it is stored. */
export interface UrlUpload {
    /**
     * Format: uri
     * Of http or https, without user name.
     */
    url: string;
    /** When left out: what the host or the URL says. */
    name?: string;
    /**
     * Format: uuid
     * Of a folder; null: in none.
     */
    folder_id?: string | null;
}

/** A form with the file that an asset gets. */
export interface ContentReplacement {
    /** SHA-256 that the file must have, in hex. Before the file. */
    sha256?: string;
    /** Format: binary */
    file: Blob;
}

/** How the copy of an asset is stored. */
export interface AssetCopy {
    name?: string;
    /**
     * Format: uuid
     * Of a folder; null: in none.
     */
    folder_id?: string | null;
}

/** Which assets. Every member must hold; of several values in a list, any. */
export interface FilterDocument {
    /**
     * Format: uuid
     * In this folder itself; `null`: in none.
     */
    folder_id?: string | null;
    /**
     * Format: uuid
     * In this folder or one below it.
     */
    folder_tree?: string;
    /** Of one of these types. */
    type?: ("image" | "video" | "audio" | "document" | "archive" | "other") | ("image" | "video" | "audio" | "document" | "archive" | "other")[];
    /** Of one of these media types; `image/*` for all that begin so. */
    mime_type?: string | string[];
    /** With one of these extensions. */
    extension?: string | string[];
    /** Marked as a favourite, or not. */
    is_favourite?: boolean;
    /** Uploaded by one of these; `null`: by the app itself. */
    created_by?: (string | null) | (string | null)[];
    /** With one of these hashes. */
    sha256?: string | string[];
    /** With one of these ids of another system. */
    external_id?: string | string[];
    /** With one of these statuses. */
    status?: ("ready" | "processing" | "failed") | ("ready" | "processing" | "failed")[];
    /** Whose `metadata` has these members with exactly these values. */
    metadata?: {
        [key: string]: string | number | boolean | null;
    };
    /** Bytes of the original. */
    size?: {
        gte?: number;
        lte?: number;
        gt?: number;
        lt?: number;
    };
    /** Pixels as displayed. */
    width?: {
        gte?: number;
        lte?: number;
        gt?: number;
        lt?: number;
    };
    /** Pixels as displayed. */
    height?: {
        gte?: number;
        lte?: number;
        gt?: number;
        lt?: number;
    };
    /** Of audio and video. */
    duration_seconds?: {
        gte?: number;
        lte?: number;
        gt?: number;
        lt?: number;
    };
    /** When the photo was taken; as UTC where the file says no offset. */
    taken_at?: {
        /**
         * @example 2026-01-31T09:05:00Z
         * @example 2026-01-31
         */
        gte?: string;
        /**
         * @example 2026-01-31T09:05:00Z
         * @example 2026-01-31
         */
        lte?: string;
        /**
         * @example 2026-01-31T09:05:00Z
         * @example 2026-01-31
         */
        gt?: string;
        /**
         * @example 2026-01-31T09:05:00Z
         * @example 2026-01-31
         */
        lt?: string;
    };
    /** Taken by one of these cameras: make and model as the file has them. */
    camera?: string | string[];
    /** When it was uploaded. */
    created_at?: {
        /**
         * @example 2026-01-31T09:05:00Z
         * @example 2026-01-31
         */
        gte?: string;
        /**
         * @example 2026-01-31T09:05:00Z
         * @example 2026-01-31
         */
        lte?: string;
        /**
         * @example 2026-01-31T09:05:00Z
         * @example 2026-01-31
         */
        gt?: string;
        /**
         * @example 2026-01-31T09:05:00Z
         * @example 2026-01-31
         */
        lt?: string;
    };
    /** When its record last changed. */
    updated_at?: {
        /**
         * @example 2026-01-31T09:05:00Z
         * @example 2026-01-31
         */
        gte?: string;
        /**
         * @example 2026-01-31T09:05:00Z
         * @example 2026-01-31
         */
        lte?: string;
        /**
         * @example 2026-01-31T09:05:00Z
         * @example 2026-01-31
         */
        gt?: string;
        /**
         * @example 2026-01-31T09:05:00Z
         * @example 2026-01-31
         */
        lt?: string;
    };
    /** Words, each of which occurs within a word of the name, the title, an alternative text or a tag, whatever their case and accents. */
    q?: string;
    /** With all of these tags, whatever their case; or with `all` of some and `any` of others. */
    tag?: string | string[] | {
        all?: string | string[];
        any?: string | string[];
    };
}

/** What is to change of an asset. */
export interface AssetUpdate {
    data: {
        type: "assets";
        /** Format: uuid */
        id: string;
        attributes?: {
            name?: string;
            is_favourite?: boolean;
            /**
             * Format: uuid
             * Of a folder; null: in none.
             */
            folder_id?: string | null;
        };
        meta?: AssetOwnData;
    };
}

/** A folder that assets lie in. */
export interface Folder {
    /** Format: uuid */
    id: string;
    type: "folders";
    attributes: {
        /** No path. */
        name: string;
        /**
         * Format: uuid
         * The folder that it lies in; null: at the top.
         */
        parent_id: string | null;
        /** The names of the folders from the top down to it, its own last. */
        path: string[];
        /** Format: date-time */
        created_at: string;
        /** Format: date-time */
        updated_at: string;
    };
    meta?: {
        /** Directly in it. */
        folders: number;
        /** Active ones, directly in it. */
        assets: number;
        /** Of these assets, with their variants. */
        bytes: number;
        /** The principal whose folder it is; null: that of the whole store. */
        created_by: string | null;
        /** Of this version, for `If-Match`. */
        etag: string;
    };
}

/** One folder. */
export interface FolderDocument {
    data: Folder;
}

/** One page of folders. */
export interface FolderCollection {
    data: Folder[];
    links: {
        /** Format: uri */
        first: string;
        /** Format: uri */
        last: string;
        /** Format: uri */
        prev: string | null;
        /** Format: uri */
        next: string | null;
    };
    meta: {
        current_page: number;
        from: number | null;
        last_page: number;
        /** Format: uri */
        path: string;
        per_page: number;
        to: number | null;
        total: number;
    };
}

/** A new folder. */
export interface FolderRequest {
    data: {
        type: "folders";
        attributes: {
            /** No path. */
            name: string;
            /**
             * Format: uuid
             * The folder that it lies in; null: at the top.
             */
            parent_id?: string | null;
        };
    };
}

/** What is to change of a folder. */
export interface FolderUpdate {
    data: {
        type: "folders";
        /** Format: uuid */
        id: string;
        attributes?: {
            /** No path. */
            name?: string;
            /**
             * Format: uuid
             * The folder that it lies in; null: at the top.
             */
            parent_id?: string | null;
        };
    };
}

/** What a tenant has stored. */
export interface Usage {
    /** The tenant. */
    id: string;
    type: "usage";
    attributes: {
        /** Active ones. */
        assets: number;
        /** Of the active ones, with their variants. */
        bytes: number;
        trashed_assets: number;
        trashed_bytes: number;
        /** Active ones. Null for callers who see only a part of the tenant. */
        by_type: {
            image: {
                assets: number;
                bytes: number;
            };
            video: {
                assets: number;
                bytes: number;
            };
            audio: {
                assets: number;
                bytes: number;
            };
            document: {
                assets: number;
                bytes: number;
            };
            archive: {
                assets: number;
                bytes: number;
            };
            other: {
                assets: number;
                bytes: number;
            };
        } | null;
        /** What the tenant may have, its trash included; null: as much as it likes. Null as a whole for callers who see only a part of the tenant. */
        quota: {
            bytes: number | null;
            assets: number | null;
        } | null;
    };
    meta?: {
        /** What the caller may do. */
        permissions: ("read" | "write" | "delete" | "manage")[];
        /** Of contents that were replaced and can be restored; they count for the quota. Null for callers who see only a part of the tenant. */
        version_bytes: number | null;
        /** Whether the caller manages webhooks: the service has them, and the permissions are enough. */
        webhooks: boolean;
    };
}

/** The usage of the tenant of the caller. */
export interface UsageDocument {
    data: Usage;
}

/** A key of the API, without its token. */
export interface ApiKey {
    /** The part of the token after `stw_`. No secret. */
    id: string;
    type: "api-keys";
    attributes: {
        /** What the key is for. */
        name: string;
        permissions: ("read" | "write" | "delete" | "manage")[];
        /** Format: date-time */
        created_at: string;
        /**
         * Format: date-time
         * Written at most once a minute; null: never used.
         */
        last_used_at: string | null;
        /**
         * Format: date-time
         * Null: never.
         */
        expires_at: string | null;
        /**
         * Format: date-time
         * Null unless it is revoked.
         */
        revoked_at: string | null;
    };
}

/** One page of API keys. */
export interface ApiKeyCollection {
    data: ApiKey[];
    links: {
        /** Format: uri */
        first: string;
        /** Format: uri */
        last: string;
        /** Format: uri */
        prev: string | null;
        /** Format: uri */
        next: string | null;
    };
    meta: {
        current_page: number;
        from: number | null;
        last_page: number;
        /** Format: uri */
        path: string;
        per_page: number;
        to: number | null;
        total: number;
    };
}

/** What a new API key is to allow. */
export interface ApiKeyRequest {
    data: {
        type: "api-keys";
        attributes: {
            /** What the key is for. */
            name: string;
            /** None that you lack. When left out: `read`, `write` and `delete`, as far as you have them. */
            permissions?: ("read" | "write" | "delete" | "manage")[];
            /** A day, or a time with its offset: to come, at the latest in 2255, and not after your own key expires; null: never. When left out: as your own key. */
            expires_at?: string | null;
        };
    };
}

/** A new API key, with its token. */
export interface NewApiKey {
    /** The part of the token after `stw_`. No secret. */
    id: string;
    type: "api-keys";
    attributes: {
        /** What the key is for. */
        name: string;
        permissions: ("read" | "write" | "delete" | "manage")[];
        /** Format: date-time */
        created_at: string;
        /**
         * Format: date-time
         * Written at most once a minute; null: never used.
         */
        last_used_at: string | null;
        /**
         * Format: date-time
         * Null: never.
         */
        expires_at: string | null;
        /**
         * Format: date-time
         * Null unless it is revoked.
         */
        revoked_at: string | null;
        /** The Bearer token. Shown once. */
        token: string;
    };
}

/** A new API key. */
export interface NewApiKeyDocument {
    data: NewApiKey;
}

/** Work that the service does in the background. */
export interface Job {
    /** Format: uuid */
    id: string;
    type: "jobs";
    attributes: {
        /** What is done. Kinds of the service itself begin with `stowage.`. */
        kind: string;
        /**
         * `dead`: it failed for good, and waits for someone who retries or discards it.
         */
        state: "waiting" | "running" | "dead";
        /** Higher first. */
        priority: number;
        /** How often it was begun. */
        attempt: number;
        max_attempts: number;
        /**
         * Format: date-time
         * It does not run before.
         */
        run_at: string;
        /** Format: date-time */
        created_at: string;
    };
}

/** One page of jobs. */
export interface JobCollection {
    data: Job[];
    links: {
        /** Format: uri */
        first: string;
        /** Format: uri */
        next: string | null;
    };
    meta: {
        /** Format: uri */
        path: string;
        per_page: number;
    };
}

/** Something that happened. */
export interface Event {
    /**
     * Format: uuid
     * A cursor: pass it as `page[after]`.
     */
    id: string;
    type: "events";
    attributes: {
        type: "asset.created" | "asset.updated" | "asset.replaced" | "asset.moved" | "asset.tagged" | "asset.trashed" | "asset.restored" | "asset.purged" | "asset.kept" | "asset.attached" | "asset.detached" | "owner.detached" | "folder.created" | "folder.updated" | "folder.deleted" | "key.created" | "key.revoked" | "ticket.created" | "ticket.revoked" | "variant.ready" | "variant.failed";
        /** Format: date-time */
        occurred_at: string;
        /**
         * Format: uuid
         * The asset that it happened to.
         */
        asset_id: string | null;
        /** Null once the asset was deleted for good. */
        data: {
            /** As it was then. */
            asset?: Asset;
            folder?: Folder;
            key?: ApiKey;
            /** Of an upload ticket, without its token. */
            ticket?: Record<string, never>;
            /** What was changed. */
            fields?: string[];
            /**
             * Format: uuid
             * Where the asset lies now.
             */
            folder_id?: string | null;
            /**
             * Format: uuid
             * The earlier content that the asset has again.
             */
            version_id?: string;
            /** Tags. */
            add?: string[];
            /** Tags. */
            remove?: string[];
            variants?: string[];
            /** The record of the app that the asset belongs to. */
            owner?: Record<string, never>;
            detached?: number;
            /** Whether the time in the trash was over. */
            retention?: boolean;
            /**
             * Something was left out of the asset.
             */
            truncated?: true;
        } | null;
        /** Who did it; null: the app itself. Only for those who may `manage`. */
        actor?: string | null;
    };
}

/** One page of events, in the order of their commits. */
export interface EventList {
    data: Event[];
    links: {
        /** Format: uri */
        first: string;
        /** Format: uri */
        next: string | null;
    };
    meta: {
        /** Format: uri */
        path: string;
        per_page: number;
        /**
         * Format: uuid
         * The `page[after]` with which to go on.
         */
        cursor: string | null;
    };
}

/** What an upload ticket is to allow. */
export interface UploadTicketRequest {
    data: {
        type: "upload-tickets";
        attributes?: {
            /** Seconds; 900 when left out. */
            expires_in?: number;
            /** 1 when left out. */
            max_files?: number;
            /** Of all files together. */
            max_bytes?: number;
            /** Types that files may have, besides those of the service. */
            allow?: string[] | null;
            /**
             * Format: uuid
             * Of a folder; null: in none.
             */
            folder_id?: string | null;
            /** No two are the same but for case. */
            tags?: string[];
            /** Of the app itself. At most 16 KiB as JSON. */
            metadata?: {
                [key: string]: string | number | boolean | null;
            };
            /** Hours after which its uploads are deleted unless the app attaches or keeps them; null: they stay. */
            pending_hours?: number | null;
        };
    };
}

/** A new upload ticket. */
export interface UploadTicketDocument {
    data: UploadTicket;
}

/** A token with which a browser uploads. */
export interface UploadTicket {
    id: string;
    type: "upload-tickets";
    attributes: {
        /** Bearer token of the upload routes alone. Shown once. */
        token: string;
        /** Format: date-time */
        expires_at: string;
        /** Seconds from its making to `expires_at`. */
        expires_in: number;
        max_files: number;
        /** Of all files together. */
        max_bytes: number;
        /** Types that files may have, besides those of the service. */
        allow: string[] | null;
        /**
         * Format: uuid
         * Of a folder; null: in none.
         */
        folder_id: string | null;
        /** No two are the same but for case. */
        tags: string[];
        /** Of the app itself. At most 16 KiB as JSON. */
        metadata: {
            [key: string]: string | number | boolean | null;
        };
        /** Hours after which its uploads are deleted unless the app attaches or keeps them; null: they stay. */
        pending_hours: number | null;
    };
}

/** An upload whose bytes come over several requests. */
export interface Upload {
    /** Format: uuid */
    id: string;
    type: "uploads";
    attributes: {
        /** The name that the asset gets. */
        name: string;
        /** Of the file; null while it is not known. */
        size: number | null;
        /** Bytes that are stored; null while all are, and the asset is being made. */
        offset: number | null;
        status: "receiving" | "finishing" | "done" | "refused";
        /**
         * Format: uuid
         * The asset that it became.
         */
        asset_id: string | null;
        /**
         * Format: date-time
         * When it expires unless bytes come; once it has ended, when it is forgotten.
         */
        expires_at: string;
    };
}

/** Bytes of a file. */
export type UploadBytes = Blob

/** One upload. */
export interface UploadDocument {
    data: Upload;
}

/** One page of uploads. */
export interface UploadCollection {
    data: Upload[];
    links: {
        /** Format: uri */
        first: string;
        /** Format: uri */
        next: string | null;
    };
    meta: {
        /** Format: uri */
        path: string;
        per_page: number;
    };
}

/** A URL that is told of events. */
export interface Webhook {
    /** Format: uuid */
    id: string;
    type: "webhooks";
    attributes: {
        /**
         * Format: uri
         * Where events are sent: https, of a public host.
         */
        url: string;
        /** Types of events. Null: all. */
        types: ("asset.created" | "asset.updated" | "asset.replaced" | "asset.moved" | "asset.tagged" | "asset.trashed" | "asset.restored" | "asset.purged" | "asset.kept" | "asset.attached" | "asset.detached" | "owner.detached" | "folder.created" | "folder.updated" | "folder.deleted" | "key.created" | "key.revoked" | "ticket.created" | "ticket.revoked" | "variant.ready" | "variant.failed")[] | null;
        /** Which assets it is told of, as they were when it happened; as in lists. It is told of each purge. Null: all, and what has no asset. */
        filter: FilterDocument | null;
        /** Whether it gets events. Enabled again, it goes on where it stopped. */
        enabled: boolean;
        /**
         * `paused`: no success for 5 days. `gone`: it answered 410.
         */
        state: "enabled" | "disabled" | "paused" | "gone";
        /** Since the last success. */
        failures: number;
        /**
         * Format: date-time
         * The first of them.
         */
        failing_since: string | null;
        /** Format: date-time */
        created_at: string;
        /** Format: date-time */
        updated_at: string;
    };
}

/** One page of webhooks. */
export interface WebhookCollection {
    data: Webhook[];
    links: {
        /** Format: uri */
        first: string;
        /** Format: uri */
        next: string | null;
    };
    meta: {
        /** Format: uri */
        path: string;
        per_page: number;
    };
}

/** One webhook. */
export interface WebhookDocument {
    data: Webhook;
}

/** A new webhook. */
export interface WebhookRequest {
    data: {
        type: "webhooks";
        attributes: {
            /**
             * Format: uri
             * Where events are sent: https, of a public host.
             */
            url: string;
            /** Types of events. Null: all. */
            types?: ("asset.created" | "asset.updated" | "asset.replaced" | "asset.moved" | "asset.tagged" | "asset.trashed" | "asset.restored" | "asset.purged" | "asset.kept" | "asset.attached" | "asset.detached" | "owner.detached" | "folder.created" | "folder.updated" | "folder.deleted" | "key.created" | "key.revoked" | "ticket.created" | "ticket.revoked" | "variant.ready" | "variant.failed")[] | null;
            /** Which assets it is told of, as they were when it happened; as in lists. It is told of each purge. Null: all, and what has no asset. */
            filter?: FilterDocument | null;
            /** Whether it gets events. Enabled again, it goes on where it stopped. */
            enabled?: boolean;
        };
    };
}

/** What is to change of a webhook. */
export interface WebhookUpdate {
    data: {
        type: "webhooks";
        /** Format: uuid */
        id: string;
        attributes: {
            /**
             * Format: uri
             * Where events are sent: https, of a public host.
             */
            url?: string;
            /** Types of events. Null: all. */
            types?: ("asset.created" | "asset.updated" | "asset.replaced" | "asset.moved" | "asset.tagged" | "asset.trashed" | "asset.restored" | "asset.purged" | "asset.kept" | "asset.attached" | "asset.detached" | "owner.detached" | "folder.created" | "folder.updated" | "folder.deleted" | "key.created" | "key.revoked" | "ticket.created" | "ticket.revoked" | "variant.ready" | "variant.failed")[] | null;
            /** Which assets it is told of, as they were when it happened; as in lists. It is told of each purge. Null: all, and what has no asset. */
            filter?: FilterDocument | null;
            /** Whether it gets events. Enabled again, it goes on where it stopped. */
            enabled?: boolean;
        };
    };
}

/** A webhook with its new secret. */
export interface NewWebhook {
    /** Format: uuid */
    id: string;
    type: "webhooks";
    attributes: {
        /**
         * Format: uri
         * Where events are sent: https, of a public host.
         */
        url: string;
        /** Types of events. Null: all. */
        types: ("asset.created" | "asset.updated" | "asset.replaced" | "asset.moved" | "asset.tagged" | "asset.trashed" | "asset.restored" | "asset.purged" | "asset.kept" | "asset.attached" | "asset.detached" | "owner.detached" | "folder.created" | "folder.updated" | "folder.deleted" | "key.created" | "key.revoked" | "ticket.created" | "ticket.revoked" | "variant.ready" | "variant.failed")[] | null;
        /** Which assets it is told of, as they were when it happened; as in lists. It is told of each purge. Null: all, and what has no asset. */
        filter: FilterDocument | null;
        /** Whether it gets events. Enabled again, it goes on where it stopped. */
        enabled: boolean;
        /**
         * `paused`: no success for 5 days. `gone`: it answered 410.
         */
        state: "enabled" | "disabled" | "paused" | "gone";
        /** Since the last success. */
        failures: number;
        /**
         * Format: date-time
         * The first of them.
         */
        failing_since: string | null;
        /** Format: date-time */
        created_at: string;
        /** Format: date-time */
        updated_at: string;
        /** What its receiver checks signatures with. Shown once. */
        secret: string;
    };
}

/** A webhook with its new secret. */
export interface NewWebhookDocument {
    data: NewWebhook;
}

/** Which events are sent again. */
export interface WebhookReplay {
    data: {
        type: "webhook-replays";
        attributes: {
            /** The id of the event before the first one, or a moment: a day, or a time. */
            since: string;
        };
    };
}

/** What a webhook answered to a ping. */
export interface WebhookPing {
    /**
     * Format: uuid
     * Of the webhook.
     */
    id: string;
    type: "webhook-pings";
    attributes: {
        /** Of the answer; null: there was none. */
        status: number | null;
        /** Its beginning, or why there was none. Null: it was not tried. */
        answer: string | null;
    };
}

/** What a webhook answered to a ping. */
export interface WebhookPingDocument {
    data: WebhookPing;
}

/** One event for one webhook. */
export interface WebhookDelivery {
    /** Format: uuid */
    id: string;
    type: "webhook-deliveries";
    attributes: {
        /** Format: uuid */
        event_id: string;
        event_type: "asset.created" | "asset.updated" | "asset.replaced" | "asset.moved" | "asset.tagged" | "asset.trashed" | "asset.restored" | "asset.purged" | "asset.kept" | "asset.attached" | "asset.detached" | "owner.detached" | "folder.created" | "folder.updated" | "folder.deleted" | "key.created" | "key.revoked" | "ticket.created" | "ticket.revoked" | "variant.ready" | "variant.failed";
        /** Format: uuid */
        asset_id: string | null;
        /**
         * `dead`: ten attempts failed, or it cannot be sent. It waits for someone who retries it.
         */
        state: "waiting" | "done" | "dead";
        /** How often it was tried. */
        attempts: number;
        /**
         * Format: date-time
         * When it is tried next; null: in its turn, or never.
         */
        next_at: string | null;
        /**
         * Format: date-time
         * When it was tried last.
         */
        attempted_at: string | null;
        /** Of the answer; null: there was none. */
        status: number | null;
        /** Its beginning, or why there was none. Null: it was not tried. */
        answer: string | null;
        /** Format: date-time */
        created_at: string;
    };
}

/** One page of deliveries. */
export interface WebhookDeliveryCollection {
    data: WebhookDelivery[];
    links: {
        /** Format: uri */
        first: string;
        /** Format: uri */
        next: string | null;
    };
    meta: {
        /** Format: uri */
        path: string;
        per_page: number;
    };
}

/** One delivery. */
export interface WebhookDeliveryDocument {
    data: WebhookDelivery;
}

/** Why a request was refused. */
export interface ErrorDocument {
    errors: ErrorObject[];
}

/** One thing that is wrong with a request. */
export interface ErrorObject {
    /** The request id. Name it when you report the error. */
    id: string;
    status: string;
    code: "malformed_request" | "invalid_parameter" | "length_mismatch" | "unauthenticated" | "cross_origin" | "forbidden" | "signature_invalid" | "signature_expired" | "ticket_exhausted" | "asset_not_found" | "file_not_found" | "folder_not_found" | "key_not_found" | "job_not_found" | "upload_not_found" | "webhook_not_found" | "delivery_not_found" | "route_not_found" | "method_not_allowed" | "not_acceptable" | "request_timeout" | "not_trashed" | "resource_mismatch" | "folder_exists" | "folder_cycle" | "folder_not_empty" | "duplicate" | "external_id_taken" | "job_exists" | "count_changed" | "scan_pending" | "offset_mismatch" | "upload_finished" | "cursor_expired" | "upload_expired" | "tus_version" | "precondition_failed" | "file_too_large" | "body_too_large" | "unsupported_media_type" | "range_not_satisfiable" | "invalid_body" | "file_missing" | "too_many_files" | "too_many_ids" | "too_many_matches" | "too_many_tags" | "too_many_keys" | "webhooks_unavailable" | "too_many_webhooks" | "folder_too_deep" | "type_not_allowed" | "digest_mismatch" | "location_not_removable" | "direct_not_available" | "idempotency_conflict" | "file_rejected" | "url_refused" | "url_failed" | "upload_locked" | "too_many_uploads" | "too_many_requests" | "too_many_headers" | "checksum_mismatch" | "internal_error" | "coding_not_implemented" | "unavailable" | "insufficient_storage";
    title: string;
    /** What to do about it. */
    detail: string;
    source?: {
        pointer: string;
    } | {
        parameter: string;
    } | {
        header: string;
    };
    meta?: {
        [key: string]: unknown;
    };
}

/** An OpenAPI 3.1 document. */
export type Description = {
    openapi: string;
    info: Record<string, never>;
    paths: Record<string, never>;
} & {
    [key: string]: unknown;
}

/** The assets that a bulk route is about. */
export interface AssetIds {
    /** At most 1000 different ones. One that comes twice counts once. */
    asset_ids: string[];
}

/** The assets that a bulk route is about, by their ids or by a filter. */
export type AssetSelection = {
    /** At most 1000 different ones. One that comes twice counts once. */
    asset_ids: string[];
} | {
    filter: FilterDocument;
    /** How many match. */
    expected: number;
}

/** Assets, and the folder that they are moved into. */
export type AssetMove = {
    /** At most 1000 different ones. One that comes twice counts once. */
    asset_ids: string[];
    /**
     * Format: uuid
     * Of a folder; null: in none.
     */
    folder_id: string | null;
} | {
    filter: FilterDocument;
    /** How many match. */
    expected: number;
    /**
     * Format: uuid
     * Of a folder; null: in none.
     */
    folder_id: string | null;
}

/** Assets, and the tags that they get and lose. */
export type AssetTagging = {
    /** At most 1000 different ones. One that comes twice counts once. */
    asset_ids: string[];
    /** No two are the same but for case. */
    add?: string[];
    /** No two are the same but for case. */
    remove?: string[];
} | {
    filter: FilterDocument;
    /** How many match. */
    expected: number;
    /** No two are the same but for case. */
    add?: string[];
    /** No two are the same but for case. */
    remove?: string[];
}

/** Assets, and whether they are favourites. */
export type AssetMarking = {
    /** At most 1000 different ones. One that comes twice counts once. */
    asset_ids: string[];
    is_favourite: boolean;
} | {
    filter: FilterDocument;
    /** How many match. */
    expected: number;
    is_favourite: boolean;
}

/** Query of `listAssets`. */
export interface ListAssetsQuery {
    /** Number of the page. */
    page?: number;
    /** Resources on a page. */
    per_page?: number;
    /** Resources on a page that has cursors. */
    "page[size]"?: number;
    /** The page behind this cursor of a link. */
    "page[after]"?: string;
    /** The page before this cursor of a link. */
    "page[before]"?: string;
    /** In this folder itself; `null`: in none. */
    "filter[folder_id]"?: string | null;
    /** In this folder or one below it. */
    "filter[folder_tree]"?: string;
    /** Of one of these types. In a query, commas separate the values; `\,` is a comma of a value. */
    "filter[type]"?: ("image" | "video" | "audio" | "document" | "archive" | "other")[];
    /** Of one of these media types; `image/*` for all that begin so. In a query, commas separate the values; `\,` is a comma of a value. */
    "filter[mime_type]"?: string[];
    /** With one of these extensions. In a query, commas separate the values; `\,` is a comma of a value. */
    "filter[extension]"?: string[];
    /** With all of these tags, whatever their case. In a query, commas separate the values; `\,` is a comma of a value. */
    "filter[tag]"?: string[];
    /** The same as `filter[tag]`. In a query, commas separate the values; `\,` is a comma of a value. */
    "filter[tag][all]"?: string[];
    /** With one of these tags, whatever their case. In a query, commas separate the values; `\,` is a comma of a value. */
    "filter[tag][any]"?: string[];
    /** Marked as a favourite, or not. */
    "filter[is_favourite]"?: boolean;
    /** Uploaded by one of these; `null`: by the app itself. In a query, commas separate the values; `\,` is a comma of a value. */
    "filter[created_by]"?: (string | null)[];
    /** With one of these hashes. In a query, commas separate the values; `\,` is a comma of a value. */
    "filter[sha256]"?: string[];
    /** With one of these ids of another system. In a query, commas separate the values; `\,` is a comma of a value. */
    "filter[external_id]"?: string[];
    /** With one of these statuses. In a query, commas separate the values; `\,` is a comma of a value. */
    "filter[status]"?: ("ready" | "processing" | "failed")[];
    /** Whose `metadata` has these members with exactly these values. In a query, a value that is a JSON number, boolean, `null` or string in quotes is that; any other text is a string. */
    "filter[metadata]"?: {
        [key: string]: string | number | boolean | null;
    };
    /** Bytes of the original. */
    "filter[size]"?: {
        gte?: number;
        lte?: number;
        gt?: number;
        lt?: number;
    };
    /** Pixels as displayed. */
    "filter[width]"?: {
        gte?: number;
        lte?: number;
        gt?: number;
        lt?: number;
    };
    /** Pixels as displayed. */
    "filter[height]"?: {
        gte?: number;
        lte?: number;
        gt?: number;
        lt?: number;
    };
    /** Of audio and video. */
    "filter[duration_seconds]"?: {
        gte?: number;
        lte?: number;
        gt?: number;
        lt?: number;
    };
    /** When the photo was taken; as UTC where the file says no offset. */
    "filter[taken_at]"?: {
        /**
         * @example 2026-01-31T09:05:00Z
         * @example 2026-01-31
         */
        gte?: string;
        /**
         * @example 2026-01-31T09:05:00Z
         * @example 2026-01-31
         */
        lte?: string;
        /**
         * @example 2026-01-31T09:05:00Z
         * @example 2026-01-31
         */
        gt?: string;
        /**
         * @example 2026-01-31T09:05:00Z
         * @example 2026-01-31
         */
        lt?: string;
    };
    /** Taken by one of these cameras: make and model as the file has them. In a query, commas separate the values; `\,` is a comma of a value. */
    "filter[camera]"?: string[];
    /** When it was uploaded. */
    "filter[created_at]"?: {
        /**
         * @example 2026-01-31T09:05:00Z
         * @example 2026-01-31
         */
        gte?: string;
        /**
         * @example 2026-01-31T09:05:00Z
         * @example 2026-01-31
         */
        lte?: string;
        /**
         * @example 2026-01-31T09:05:00Z
         * @example 2026-01-31
         */
        gt?: string;
        /**
         * @example 2026-01-31T09:05:00Z
         * @example 2026-01-31
         */
        lt?: string;
    };
    /** When its record last changed. */
    "filter[updated_at]"?: {
        /**
         * @example 2026-01-31T09:05:00Z
         * @example 2026-01-31
         */
        gte?: string;
        /**
         * @example 2026-01-31T09:05:00Z
         * @example 2026-01-31
         */
        lte?: string;
        /**
         * @example 2026-01-31T09:05:00Z
         * @example 2026-01-31
         */
        gt?: string;
        /**
         * @example 2026-01-31T09:05:00Z
         * @example 2026-01-31
         */
        lt?: string;
    };
    /** Words, each of which occurs within a word of the name, the title, an alternative text or a tag, whatever their case and accents. */
    "filter[q]"?: string;
    /** Lists the trash instead, or both. */
    "filter[trashed]"?: "only" | "with";
    /** By what the list is sorted; with `-` descending. Ties by insertion order. */
    sort?: "created_at" | "-created_at" | "updated_at" | "-updated_at" | "name" | "-name" | "size" | "-size" | "type" | "-type" | "duration_seconds" | "-duration_seconds" | "taken_at" | "-taken_at";
    /** Adds `meta` to each resource. */
    with_meta?: "0" | "1";
    /** Adds `meta.signed` to each resource: URLs that need no key for so many seconds. Needs the permission `read`. */
    sign?: number;
}

/** Query of `uploadAsset`. */
export interface UploadAssetQuery {
    /** Adds `meta` to each resource. */
    with_meta?: "0" | "1";
    /** Adds `meta.signed` to each resource: URLs that need no key for so many seconds. Needs the permission `read`. */
    sign?: number;
}

/** Query of `uploadAssets`. */
export interface UploadAssetsQuery {
    /** Adds `meta` to each resource. */
    with_meta?: "0" | "1";
    /** Adds `meta.signed` to each resource: URLs that need no key for so many seconds. Needs the permission `read`. */
    sign?: number;
}

/** Query of `uploadFromUrl`. */
export interface UploadFromUrlQuery {
    /** Adds `meta` to each resource. */
    with_meta?: "0" | "1";
    /** Adds `meta.signed` to each resource: URLs that need no key for so many seconds. Needs the permission `read`. */
    sign?: number;
}

/** Query of `listUploads`. */
export interface ListUploadsQuery {
    /** Resources on a page that has cursors. */
    "page[size]"?: number;
    /** The page behind this cursor of a link. */
    "page[after]"?: string;
}

/** Query of `createUpload`. */
export interface CreateUploadQuery {
    /** Adds `meta` to each resource. */
    with_meta?: "0" | "1";
    /** Adds `meta.signed` to each resource: URLs that need no key for so many seconds. Needs the permission `read`. */
    sign?: number;
}

/** Query of `appendToUpload`. */
export interface AppendToUploadQuery {
    /** Adds `meta` to each resource. */
    with_meta?: "0" | "1";
    /** Adds `meta.signed` to each resource: URLs that need no key for so many seconds. Needs the permission `read`. */
    sign?: number;
}

/** Query of `getAsset`. */
export interface GetAssetQuery {
    /** Adds `meta` to each resource. */
    with_meta?: "0" | "1";
    /** Adds `meta.signed` to each resource: URLs that need no key for so many seconds. Needs the permission `read`. */
    sign?: number;
}

/** Query of `updateAsset`. */
export interface UpdateAssetQuery {
    /** Adds `meta` to each resource. */
    with_meta?: "0" | "1";
}

/** Query of `replaceContent`. */
export interface ReplaceContentQuery {
    /** Adds `meta` to each resource. */
    with_meta?: "0" | "1";
}

/** Query of `copyAsset`. */
export interface CopyAssetQuery {
    /** Adds `meta` to each resource. */
    with_meta?: "0" | "1";
    /** Adds `meta.signed` to each resource: URLs that need no key for so many seconds. Needs the permission `read`. */
    sign?: number;
}

/** Query of `getFileContent`. */
export interface GetFileContentQuery {
    /** The variant instead of the original. */
    variant?: string;
    /** Of a signed URL: when it expires, in Unix seconds. */
    expires?: number;
    /** Of a signed URL: version of the scheme, secret and tenant. */
    v?: string;
}

/** Query of `downloadFile`. */
export interface DownloadFileQuery {
    /** The variant instead of the original. */
    variant?: string;
    /** Of a signed URL: when it expires, in Unix seconds. */
    expires?: number;
    /** Of a signed URL: version of the scheme, secret and tenant. */
    v?: string;
}

/** Query of `listFolders`. */
export interface ListFoldersQuery {
    /** Number of the page. */
    page?: number;
    /** Resources on a page. */
    per_page?: number;
    /** Folders directly in this one; `null`: those at the top. All when left out. */
    "filter[parent_id]"?: string | null;
    /** Adds `meta` to each resource. */
    with_meta?: "0" | "1";
}

/** Query of `createFolder`. */
export interface CreateFolderQuery {
    /** Adds `meta` to each resource. */
    with_meta?: "0" | "1";
}

/** Query of `getFolder`. */
export interface GetFolderQuery {
    /** Adds `meta` to each resource. */
    with_meta?: "0" | "1";
}

/** Query of `deleteFolder`. */
export interface DeleteFolderQuery {
    /** What becomes of the assets in it: they lie in no folder any more, or they are moved to the trash. */
    assets?: "detach" | "trash";
}

/** Query of `updateFolder`. */
export interface UpdateFolderQuery {
    /** Adds `meta` to each resource. */
    with_meta?: "0" | "1";
}

/** Query of `listKeys`. */
export interface ListKeysQuery {
    /** Number of the page. */
    page?: number;
    /** Resources on a page. */
    per_page?: number;
}

/** Query of `listJobs`. */
export interface ListJobsQuery {
    /** Resources on a page that has cursors. */
    "page[size]"?: number;
    /** The page behind this cursor of a link. */
    "page[after]"?: string;
    /** Jobs of this kind. */
    "filter[kind]"?: string;
    /** Jobs in this state. */
    "filter[state]"?: "waiting" | "running" | "dead";
}

/** Query of `listEvents`. */
export interface ListEventsQuery {
    /** Resources on a page that has cursors. */
    "page[size]"?: number;
    /** The events after the one with this id. */
    "page[after]"?: string;
    /** Only events of this type, or of one of several with commas. */
    "filter[type]"?: string;
    /** Only events of this asset. */
    "filter[asset_id]"?: string;
    /** Adds `meta` to each resource. */
    with_meta?: "0" | "1";
}

/** Query of `listWebhooks`. */
export interface ListWebhooksQuery {
    /** Resources on a page that has cursors. */
    "page[size]"?: number;
    /** The page behind this cursor of a link. */
    "page[after]"?: string;
}

/** Query of `listWebhookDeliveries`. */
export interface ListWebhookDeliveriesQuery {
    /** Resources on a page that has cursors. */
    "page[size]"?: number;
    /** The page behind this cursor of a link. */
    "page[after]"?: string;
    /** Only deliveries in this state. */
    "filter[state]"?: "waiting" | "done" | "dead";
}

/** Query of `getUsage`. */
export interface GetUsageQuery {
    /** Adds `meta` to each resource. */
    with_meta?: "0" | "1";
}
