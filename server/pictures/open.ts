/** The picture storage, encoder and files of a configured server. */
import type { Environment } from '#server/env.ts'
import type { Log } from '#server/log.ts'
import { createPictureEncoder, type PictureEncoder } from './encode.ts'
import { createPictureFiles, type PictureFiles } from './files.ts'
import { createS3Storage } from './s3-storage.ts'
import { createFolderStorage, type PictureStorage } from './storage.ts'

interface OpenPictures {
  readonly storage: PictureStorage
  readonly files: PictureFiles
  readonly encoder: PictureEncoder
}

/** Opens no file or connection, and loads no library, before a picture needs it. */
export function openPictures(
  { picturesFolder, pictureBucket }: Pick<Environment, 'picturesFolder' | 'pictureBucket'>,
  log: Log,
): OpenPictures {
  const storage = pictureBucket ? createS3Storage(pictureBucket) : createFolderStorage(picturesFolder)
  return { storage, files: createPictureFiles(storage, log), encoder: createPictureEncoder() }
}
