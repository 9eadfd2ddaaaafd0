package gavel.harness.tier.images;

import gavel.harness.config.ImageStoreSettings;
import gavel.harness.topology.InstanceSpec;
import gavel.harness.topology.Launch;
import gavel.harness.topology.Program;
import gavel.harness.topology.Tier;
import gavel.harness.topology.Tiers;
import gavel.harness.topology.TopologyContext;
import java.util.List;
import java.util.stream.IntStream;

/** The directory the pictures of a deployment are files of, which may be on an NFS export that is mounted for it. */
public final class ImageStore implements Tier {
    public static final String DIRECTORY = "images";
    private static final Program NFS_CLIENT =
            new Program("the NFS client", "nfs-common", List.of("/usr/sbin/mount.nfs", "/sbin/mount.nfs"), "-V");

    @Override
    public String name() {
        return Tiers.IMAGE_STORE;
    }

    @Override
    public List<Program> programs() {
        return List.of(NFS_CLIENT);
    }

    @Override
    public List<InstanceSpec> instances(TopologyContext context) {
        ImageStoreSettings settings = context.configuration().imageStore();
        if (!settings.isDirectory()) {
            return List.of();
        }
        Launch storage = new Launch.Storage(
                "data/" + DIRECTORY,
                settings.directory(),
                settings.nfs(),
                settings.nfs() == null ? null : settings.mountOptions(),
                NFS_CLIENT,
                IntStream.range(0, context.configuration().mostAppServers())
                        .mapToObj(i -> context.host(Tiers.APP_SERVERS, i))
                        .distinct()
                        .toList());
        return List.of(InstanceSpec.of(Tiers.IMAGE_STORE, "nfs", storage).build());
    }
}
