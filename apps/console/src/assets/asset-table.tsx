import type { Asset } from 'pin-publishing';
import { Link } from 'wouter';
import { countText } from '../shown/count-text';
import { Moment } from '../shown/moment';
import { Text } from '../shown/text';
import { sizeText } from './size-text';

/** One line for each file. */
export const AssetTable = ({ assets }: { readonly assets: readonly Asset[] }) => (
  <table>
    <thead>
      <tr>
        <th scope="col">Name</th>
        <th scope="col">Kind</th>
        <th scope="col">Size</th>
        <th scope="col">Pins that show it</th>
        <th scope="col">Uploaded</th>
      </tr>
    </thead>
    <tbody>
      {assets.map((asset) => (
        <tr key={asset.id}>
          <td>
            <Link href={`/files/${asset.id}`}>
              <Text length={120}>{asset.original_filename}</Text>
            </Link>
          </td>
          <td>{asset.asset_type}</td>
          <td className="count">{sizeText(asset.file_size_bytes)}</td>
          <td className="count">{countText(asset.referenced_by_pin_count)}</td>
          <td className="whole">
            <Moment at={asset.created_at} />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);
