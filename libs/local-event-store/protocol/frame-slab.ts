const slabBytes = 256 * 1024;
const largestShare = 32 * 1024;

let slab = Buffer.allocUnsafeSlow(slabBytes);
let used = 0;

/** Uninitialised memory for one frame. Small frames share slabs, because an ArrayBuffer each costs the collector more than the bytes do. */
export function allocateFrame(bytes: number): Buffer {
  if (bytes > largestShare) return Buffer.allocUnsafeSlow(bytes);
  if (used + bytes > slabBytes) {
    slab = Buffer.allocUnsafeSlow(slabBytes);
    used = 0;
  }
  used += bytes;
  return slab.subarray(used - bytes, used);
}
