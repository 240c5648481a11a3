import { useEffect, useRef, useState } from 'react';
import { client } from '../session/client';
import { Dialog } from '../shown/dialog';
import { TextField } from '../shown/field';
import { WriteForm } from '../shown/write-form';
import { uploadFault, uploadKind } from './upload-kind';

interface UploadDialogProps {
  /** The key of an upload, which stays while the file does. */
  readonly nameOf: (content: string) => string;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Uploads an image or a video; who sends the same file again after a lost answer stores it once, and who leaves ends it. */
export function UploadDialog({ nameOf, onClose, onDone }: UploadDialogProps) {
  const [file, setFile] = useState<File>();
  const sending = useRef<AbortController>(null);
  useEffect(() => () => sending.current?.abort(), []);
  const fault = file && uploadFault(file);
  const upload = async (): Promise<void> => {
    if (file === undefined) return;
    const { signal } = (sending.current = new AbortController());
    const options = { idempotencyKey: nameOf(JSON.stringify([file.name, file.size, file.lastModified])), signal };
    await (uploadKind(file) === 'video' ? client.assets.uploadVideo(file, options) : client.assets.uploadImage(file, options));
  };
  const done = (): void => {
    onDone();
    onClose();
  };
  return (
    <Dialog title="Upload a file" onClose={onClose}>
      <WriteForm
        act={upload}
        onDone={done}
        action="Upload"
        failed="The file was not uploaded"
        fields={['file']}
        onLeave={onClose}
        leavable="Uploading …"
        isRefused={fault !== undefined}
      >
        {(faults) => (
          <TextField
            label="Image or video"
            type="file"
            accept="image/png,image/jpeg,image/gif,image/webp,video/mp4,video/quicktime,video/x-m4v,.mov,.m4v"
            required
            hint="PNG, JPEG, GIF or WebP to 20 MB; MP4, MOV or M4V to 200 MB."
            fault={fault ?? faults['file']}
            onChange={({ target }) => setFile(target.files?.[0])}
          />
        )}
      </WriteForm>
    </Dialog>
  );
}
