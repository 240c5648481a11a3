import { videoFile } from '@pps/assets/testing';
import { png } from '../../../assets/uploader';
import type { Walker } from './walker';

const fileOf = (bytes: Buffer, name: string, type: string) => new File([new Uint8Array(bytes)], name, { type });

/** Uploads an image and a video, and reads and deletes them. */
export async function uploadAssets(walker: Walker): Promise<void> {
  const image = await walker.call('uploadImage', { body: { file: fileOf(await png(), 'door.png', 'image/png') } });
  const video = await walker.call('uploadVideo', { body: { file: fileOf(videoFile(), 'door.mp4', 'video/mp4') } });
  const path = { id: image.id };
  await walker.call('getAsset', { path: { id: video.id } });
  await walker.call('listAssets', { query: { in_use: false, asset_type: 'image', limit: 1 } });
  await walker.call('getAssetContent', { path });
  const link = new URL(image.public_url).searchParams;
  await walker.call('getPublicAsset', {
    path,
    query: { expires: Number(link.get('expires')), signature: link.get('signature') ?? '' },
  });
  await walker.call('deleteAsset', { path, query: { confirm: true } });
}
