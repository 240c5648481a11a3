const mebibyte = 1024 * 1024;
const mostMegabytes = { image: 20, video: 200 } as const;

type Described = Pick<File, 'name' | 'size' | 'type'>;

/** Whether a file is sent as an image or a video: browsers do not know every ending. */
export const uploadKind = ({ name, type }: Described): 'image' | 'video' =>
  type.startsWith('video/') || (type === '' && /\.(mp4|mov|m4v)$/i.test(name)) ? 'video' : 'image';

/** What is wrong with a file before it is sent; undefined where nothing is. */
export function uploadFault(file: Described): string | undefined {
  const kind = uploadKind(file);
  const most = mostMegabytes[kind];
  if (file.size === 0) return 'The file is empty.';
  return file.size > most * mebibyte
    ? `It is larger than ${most} MB, which is the most for ${kind === 'image' ? 'an image' : 'a video'}.`
    : undefined;
}
