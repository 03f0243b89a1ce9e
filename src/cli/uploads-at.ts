import { createUploadHandles } from '../mcp/upload-handles.ts'
import type { UploadPlace } from '../mcp/upload-place.ts'
import type { UploadHandles } from '../mcp/uploads.ts'
import type { Desks } from './desks.ts'
import type { Settings } from './settings.ts'

/** The uploads to a server at this address, kept wherever its questions are. Loaded by servers over HTTP alone. */
export function uploadsAt(origin: string, { upload_minutes }: Pick<Settings, 'upload_minutes'>) {
  return (desks: () => Promise<Pick<Desks, 'uploads'>>): UploadHandles =>
    createUploadHandles(origin, upload_minutes * 60_000, Date.now, placeAt(desks))
}

function placeAt(desks: () => Promise<Pick<Desks, 'uploads'>>): UploadPlace {
  const desk = async () => (await desks()).uploads
  return {
    add: async upload => (await desk()).add(upload),
    find: async by => (await desk()).find(by),
    hear: async (id, caller) => (await desk()).hear(id, caller),
    begin: async (id, sender) => (await desk()).begin(id, sender),
    renew: async (id, sender) => (await desk()).renew(id, sender),
    keep: async (id, upload, sender) => (await desk()).keep(id, upload, sender),
    end: async (id, upload, sender) => (await desk()).end(id, upload, sender),
    close: async id => (await desk()).close(id),
  }
}
