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
    /** Only with `sign`. The others: `with_meta=1`. */
    signed?: SignedUrls;
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

/** One page of assets. */
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

/** A form with one file. */
export interface AssetUpload {
    /** SHA-256 that the file must have, in hex. Before the file. */
    sha256?: string;
    /** Path of the same origin: 303 to it in place of 201, where the service has this enabled. */
    redirect_to?: string;
    /** Format: binary */
    file: Blob;
}

/** A form with several files. */
export interface BulkUpload {
    /** Path of the same origin: 303 to it in place of 201, where the service has this enabled. */
    redirect_to?: string;
    "files[]": Blob[];
}

/** The assets that a bulk route is about. */
export interface AssetIds {
    asset_ids: string[];
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
        };
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
    };
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
    code: "malformed_request" | "invalid_parameter" | "unauthenticated" | "cross_origin" | "forbidden" | "signature_invalid" | "signature_expired" | "ticket_exhausted" | "asset_not_found" | "file_not_found" | "route_not_found" | "method_not_allowed" | "not_acceptable" | "request_timeout" | "not_trashed" | "resource_mismatch" | "precondition_failed" | "file_too_large" | "body_too_large" | "unsupported_media_type" | "range_not_satisfiable" | "invalid_body" | "file_missing" | "too_many_files" | "too_many_ids" | "type_not_allowed" | "digest_mismatch" | "idempotency_conflict" | "file_rejected" | "too_many_requests" | "too_many_headers" | "internal_error" | "coding_not_implemented" | "unavailable" | "insufficient_storage";
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

/** Query of `listAssets`. */
export interface ListAssetsQuery {
    /** Number of the page. */
    page?: number;
    /** Assets on a page. */
    per_page?: number;
    /** Lists the trash instead. */
    "filter[trashed]"?: "only";
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
