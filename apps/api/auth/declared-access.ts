import { Injectable, type OnModuleInit, type Type } from '@nestjs/common';
import { PATH_METADATA } from '@nestjs/common/constants';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { ROUTE_ACCESS } from './route-access.decorator';

/** Refuses to start with a route that does not say what it asks of a credential. */
@Injectable()
export class DeclaredAccess implements OnModuleInit {
  constructor(private readonly discovery: DiscoveryService) {}

  onModuleInit(): void {
    const controllers = this.discovery.getControllers().flatMap(({ metatype }) => (metatype ? [metatype as Type] : []));
    const undeclared = undeclaredRoutes(controllers);
    if (undeclared.length > 0) throw new Error(`routes without a declared access: ${undeclared.join(', ')}`);
  }
}

/** The routes, as `Controller.method`, that carry no access of their own or of their controller. */
export function undeclaredRoutes(controllers: readonly Type[]): string[] {
  const scanner = new MetadataScanner();
  return controllers
    .filter((controller) => !Reflect.hasMetadata(ROUTE_ACCESS, controller))
    .flatMap((controller) => {
      const prototype = controller.prototype as Record<string, object>;
      return scanner
        .getAllMethodNames(prototype)
        .filter((name) => Reflect.hasMetadata(PATH_METADATA, prototype[name] as object))
        .filter((name) => !Reflect.hasMetadata(ROUTE_ACCESS, prototype[name] as object))
        .map((name) => `${controller.name}.${name}`);
    });
}
