import { FASTIFY_ROUTE_CONFIG_METADATA } from '@nestjs/platform-fastify/constants';
import { BodyLimit, RouteSetting } from './route-setting.decorator';
import { FileUpload } from './form-body.decorator';

it('leaves what another decorator has said of the route', () => {
  class Routes {
    @RouteSetting({ bulk: true })
    @BodyLimit(5, 7)
    @FileUpload()
    first() {
      return null;
    }
  }
  const config: unknown = Reflect.getMetadata(FASTIFY_ROUTE_CONFIG_METADATA, Routes.prototype.first);
  expect(config).toEqual({ bulk: true, bodyLimit: 5, bodyFields: 7, fileUpload: true });
});
